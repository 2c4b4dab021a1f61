/** What a CTA does: the SDK's own four actions, else the application's resolver, else its address. */
import type { Cta, JsonObject, PlacementOutput, TargetingContext } from "../decision/index";
import type { ServiceUiPathResolverMap } from "../options/index";
import { safeUrl } from "../placements/index";

export interface ActionOptions {
  readonly resolvers: ServiceUiPathResolverMap | undefined;
  readonly context: TargetingContext;
  readonly window: Window;
  onDismiss(): void;
  onRemindLater(): void;
  onOpenPlacement(placement: string): void;
  /** The application's resolver has done its work. */
  onCompleted(): void;
  onError(message: string, error?: unknown): void;
}

/** A promise keeps the button busy. `event.preventDefault()` keeps a link from being followed. */
export function act(
  { action, params = {} }: Cta,
  { placement }: PlacementOutput,
  { options, event }: { options: ActionOptions; event: Event | undefined },
): Promise<unknown> | undefined {
  const { resolvers = {}, window } = options;
  const resolver = Object.hasOwn(resolvers, action) ? resolvers[action] : undefined;
  if (action === "dismiss") return void options.onDismiss();
  if (action === "remind_later") return void options.onRemindLater();
  if (action === "open_placement") return void options.onOpenPlacement(`${params.placement}`);
  if (action !== "open_url" && resolver)
    return run(resolver, { action, params, placement }, options);
  const url = safeUrl(params.url, window.document.baseURI);
  // A link takes its reader there by itself.
  if (params.url === undefined)
    options.onError(`no uiPathResolvers["${action}"] and no params.url`);
  else if (!url) options.onError(`params.url of "${action}" is refused`);
  else if (action !== "open_url" || !event) window.location.assign(url);
  return undefined;
}

async function run(
  resolver: NonNullable<ServiceUiPathResolverMap[string]>,
  uiPath: { action: string; params: JsonObject; placement: string },
  options: ActionOptions,
): Promise<void> {
  try {
    const answer = await resolver(uiPath, options.context);
    if (answer === "completed") options.onCompleted();
  } catch (error) {
    options.onError(`uiPathResolvers["${uiPath.action}"] failed`, error);
  }
}
