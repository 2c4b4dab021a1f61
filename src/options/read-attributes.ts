/** The script tag's data-attributes in the shape of the options (contract, section 2). */

export interface AttributesEnvironment {
  readonly document: Pick<Document, "getElementById">;
  readonly fetch: (url: string) => Promise<Pick<Response, "json" | "ok" | "status">>;
}

type Text = string | undefined;

type Tag = Pick<HTMLElement, "dataset"> | null;

/** `data-manual`: wait for `Service.start()`. */
export const isManual = (script: Tag): boolean => flagOf(script?.dataset.manual) === true;

/**
 * For `readOptions`, as `attributes`: not validated yet. What isn't there is `undefined`; what is
 * wrong is passed on, for `readOptions` to name.
 */
export function readAttributes(script: Tag, environment: AttributesEnvironment): unknown {
  const { dataset = {} } = script ?? {};
  const pick = (names: string, read: (value: Text) => unknown = unlessEmpty) =>
    Object.fromEntries(names.split(" ").map((name) => [name, read(dataset[name])]));
  return {
    // There is no `data-api-key`: it is read to be refused aloud.
    ...pick(
      "tenantId publicKey apiKey endpoint runtimeMode mode consent providerFailureSlotBehavior",
    ),
    ...pick("debug", flagOf),
    contextPolicy: pick("inferUser inferPage routerAutoTrack", flagOf),
    user: { id: unlessEmpty(dataset.userId), plan_handle: unlessEmpty(dataset.planHandle) },
    ...(dataset.playbook && {
      runtimeMode: "local_only",
      localRuntime: localRuntimeOf(dataset.playbook, environment),
    }),
  };
}

/** What a template left empty isn't there. */
const unlessEmpty = (text: Text) => text || undefined;

function flagOf(text: Text): unknown {
  return text === "" || text === "true" || (text !== "false" && text);
}

/** `#id` names a `<script type="application/json">`; anything else is a URL. */
function localRuntimeOf(playbook: string, { document, fetch }: AttributesEnvironment): unknown {
  if (playbook[0] !== "#") {
    const resolvePlaybook = async () => {
      const response = await fetch(playbook);
      if (!response.ok) throw new Error(`${playbook} answered ${response.status}`);
      return response.json();
    };
    return { resolvers: { resolvePlaybook } };
  }
  const text = document.getElementById(playbook.slice(1))?.textContent ?? "";
  try {
    return { playbook: JSON.parse(text) };
  } catch {
    // No JSON: as a string it is refused by name.
    return { playbook: text };
  }
}
