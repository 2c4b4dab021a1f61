/** The script tag's data-attributes in the shape of the options (README, "Data-attributes"). */

interface AttributesEnvironment {
  readonly document: { querySelector(selector: string): Pick<Element, "textContent"> | null };
  readonly fetch: (url: string) => Promise<Pick<Response, "json" | "ok" | "status">>;
}

type Text = string | undefined;

type Tag = Pick<HTMLElement, "dataset"> | null;

/** `data-manual`: wait for `Service.start()`. Whatever else it says, who writes it doesn't want a start. */
export const isManual = (script: Tag): boolean => !!flagOf(script?.dataset.manual);

/**
 * The options that the attributes give, not validated yet: a missing one is `undefined`, a wrong one
 * is passed on for `readOptions` to report.
 */
export function readAttributes(script: Tag, environment: AttributesEnvironment): unknown {
  const { dataset = {} } = script ?? {};
  const pick = (names: string, read: (value: Text) => unknown = unlessEmpty) =>
    Object.fromEntries(names.split(" ").map((name) => [name, read(dataset[name])]));
  return {
    // `data-api-key` is no attribute of ours. It is read only so that `readOptions` reports it.
    ...pick("tenantId publicKey apiKey endpoint runtimeMode mode providerFailureSlotBehavior"),
    // Left empty it is a wrong one: who writes it means to limit something.
    consent: dataset.consent,
    ...pick("debug", flagOf),
    contextPolicy: pick("inferUser inferPage routerAutoTrack", flagOf),
    user: { id: unlessEmpty(dataset.userId), plan_handle: unlessEmpty(dataset.planHandle) },
    ...(dataset.playbook && {
      runtimeMode: "local_only",
      localRuntime: localRuntimeOf(dataset.playbook, environment),
    }),
  };
}

/** An attribute that a template left empty counts as missing. */
const unlessEmpty = (text: Text) => text || undefined;

/** An attribute without a value is true; what is neither true nor false stays a text, to be refused. */
function flagOf(text: Text): unknown {
  return text === "" || text === "true" || (text !== "false" && text);
}

/** `#id` names a `<script type="application/json">`; anything else is a URL. */
function localRuntimeOf(playbook: string, { document, fetch }: AttributesEnvironment): unknown {
  const messageOf = (error: unknown) => `data-playbook "${playbook}": ${Object(error).message}`;
  if (playbook[0] !== "#") {
    const resolvePlaybook = async () => {
      try {
        const response = await fetch(playbook);
        if (!response.ok) throw new Error(`it answered ${response.status}`);
        return await response.json();
      } catch (error) {
        throw new Error(messageOf(error));
      }
    };
    return { resolvers: { resolvePlaybook } };
  }
  // What the page's users have written may hold another element of that id.
  const element = document.querySelector(`script[id=${JSON.stringify(playbook.slice(1))}]`);
  try {
    if (!element) throw new Error("there is no such script");
    return { playbook: JSON.parse(element.textContent) };
  } catch (error) {
    // It is no Playbook, which `readOptions` reports.
    return { playbook: new Error(messageOf(error)) };
  }
}
