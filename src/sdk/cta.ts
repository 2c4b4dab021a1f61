/** What a CTA does: the SDK's own four actions, else the application's resolver, else its address. */
import { emit, safeUrl } from "../placements/index";
import type { Core } from "./core";
import type { Engagement } from "./engagement";
import type { Occasions } from "./occasions";
import type { Displayed } from "./presenter";
import type { User } from "./user";

/**
 * A promise keeps the button busy. For `open_url` the element is a link, which takes its reader
 * there by itself unless the event's default is prevented.
 */
export function createCtas(
  { options: { uiPathResolvers: resolvers = {} }, stores, fail, warn }: Core,
  window: Window,
  {
    engagement,
    occasions,
    user,
  }: { readonly engagement: Engagement; readonly occasions: Occasions; readonly user: User },
) {
  /** Whatever it answered is answered. */
  const close = ({ occasion, output }: Displayed) => occasions.answer(occasion, output.placement);
  const putOff = (displayed: Displayed, kind: "dismissed" | "reminded") => {
    close(displayed);
    engagement.putOff(displayed, kind);
  };

  function press(displayed: Displayed, index: number, event: Event | undefined) {
    const { output, target } = displayed;
    const { placement, ctas } = output;
    const { action = "", params = {} } = ctas[index] ?? {};
    const error = (message: string, cause?: unknown) => {
      emit(target, "service:error", { placement, message });
      fail(message, cause);
    };
    const isConfirming = stores.state().confirming.includes(action);
    if (isConfirming || !engagement.interact("cta_click", displayed, action)) {
      return event?.preventDefault();
    }
    if (action === "dismiss") return putOff(displayed, "dismissed");
    if (action === "remind_later") return putOff(displayed, "reminded");
    if (action === "open_placement") {
      close(displayed);
      return occasions.show(params.placement);
    }
    const isLink = action === "open_url";
    const resolver = !isLink && Object.hasOwn(resolvers, action) && resolvers[action];
    if (resolver) {
      const run = async () => {
        const answer = await resolver({ action, params, placement }, stores.state().context);
        if (answer !== "completed") return;
        engagement.interact("cta_complete", displayed, action);
        // Nobody buys twice while the first purchase is on its way.
        await user.server.confirm([...stores.state().confirming, action]);
      };
      return run().catch((cause) => error(`uiPathResolvers.${action} failed`, cause));
    }
    const url = safeUrl(params.url);
    if (!params.url) warn(`${action} has no uiPathResolvers.${action} and no params.url`);
    else if (!url) warn(`${action} has a params.url that is refused`);
    else if (!isLink) window.location.assign(url);
  }
  return {
    press: (...args: Parameters<typeof press>) => press(...args) ?? undefined,
    close,
    dismiss: (displayed: Displayed) => putOff(displayed, "dismissed"),
  };
}
