/** Turns what a page or an application gave into valid options, and a list of faults. */
import type { FaultReport, OptionFault } from "./faults";
import { type Field, optionFields, pageFields, trialFields, userFields } from "./fields";
import { mayHavePlaybook } from "./sources";
import type {
  ServiceInitOptions,
  ServicePageContext,
  ServiceTrialContext,
  ServiceUserContext,
} from "./types";
import { validCopy } from "./valid-copy";

interface OptionsEnvironment {
  /** False on a server, where `apiKey` is the credential. */
  readonly browser: boolean;
  /** Options from data-attributes; field by field, they win. */
  readonly attributes?: unknown;
  /** Options that count, field by field, where neither `input` nor the attributes say anything. */
  readonly config?: unknown;
}

interface ReadOptions {
  /** Only what is valid: where something was left out, its default holds. */
  readonly options: ServiceInitOptions;
  /** The fatal ones first: when the first is fatal the SDK must not start. */
  readonly faults: readonly OptionFault[];
}

/** Never throws, whatever the getters of `input` do. */
export function readOptions(input: unknown, environment: OptionsEnvironment): ReadOptions {
  const { browser, attributes, config } = environment;
  const found: Omit<OptionFault, "fatal">[] = [];
  const report: FaultReport = (option, message, code = "type") =>
    void found.push({ option: option || "options", message, code });

  const fields = optionFields(browser);
  const valid: ServiceInitOptions = read(fields, [attributes, input, config], "", report);
  // An unknown option may merely begin with the same letters.
  const isWrong = (name: string) =>
    found.some(({ option, code }) => code !== "unknown" && option.startsWith(name));
  // No prototype: a page may have given all objects a field of such a name.
  const options: ServiceInitOptions = Object.assign(Object.create(null), {
    ...valid,
    // What can't be read was meant to limit something: so nothing is granted, and no key trusted.
    ...(isWrong("consent") && { consent: "denied" }),
    ...(isWrong("trustedKeys") && { trustedKeys: valid.trustedKeys ?? [] }),
  } satisfies ServiceInitOptions);
  const { runtimeMode = "service_server", localRuntime } = options;
  const required = localRuntime?.playbook ? `${runtimeMode}, not in local_only` : runtimeMode;
  const missing = missingOptions(options, browser);
  for (const option of missing) {
    if (found.some((fault) => fault.option === option)) continue;
    const { description } = fields.properties?.[option] ?? {};
    // Nothing but retired overrides: a configuration of the earlier shape.
    const isEarlier = found.some((f) => f.code === "retired" && f.option.startsWith(option));
    report(
      option,
      `is required in ${required}${description ? `: ${description}` : ""}`,
      isEarlier ? "earlier_shape" : "required",
    );
  }

  const faults = found.map((fault) => ({
    ...fault,
    fatal: missing.includes(fault.option) || ["refused", "earlier_shape"].includes(fault.code),
  }));
  return { options, faults: faults.sort((a, b) => Number(b.fatal) - Number(a.fatal)) };
}

/** Makes a function that copies a context as far as it is valid, and warns of the rest. */
const cleaner =
  <T>(kind: string, fields: () => Field) =>
  (value: unknown, warn: (message: string) => void): T =>
    read(fields(), [value], kind, (option, message) => warn(`${option} ${message}`));

/** What `setUser`, `identify` and the answers about users may hold. */
export const cleanUser = cleaner<ServiceUserContext>("user", userFields);
export const cleanPage = cleaner<ServicePageContext>("page", pageFields);
export const cleanTrial = cleaner<Partial<ServiceTrialContext>>("trial", trialFields);

/** The only place where a validated copy is given its type. */
function read<T>(field: Field, sources: readonly unknown[], path: string, report: FaultReport): T {
  return (validCopy(field, () => sources, path, report) ?? {}) as T;
}

/** Required options that are missing in this mode (specification, "Required fields per mode"). */
function missingOptions(options: ServiceInitOptions, browser: boolean): string[] {
  const { runtimeMode } = options;
  if (runtimeMode === "local_only")
    return mayHavePlaybook(options) ? [] : ["localRuntime.playbook"];
  const required = ["tenantId", browser ? "publicKey" : "apiKey"] as const;
  const overrides = runtimeMode === "custom_endpoints" ? (["endpointOverrides"] as const) : [];
  return [...required, ...overrides].filter((option) => !options[option]);
}
