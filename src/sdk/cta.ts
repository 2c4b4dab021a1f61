/** What a CTA does: the SDK's own four actions, else the application's resolver, else its address. */
import { safeUrl } from "../placements/index";
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
  { options: { uiPathResolvers: resolvers = {} }, stores, warn }: Core,
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

  function press(
    displayed: Displayed,
    index: number,
    event: Event | undefined,
  ): Promise<unknown> | undefined {
    const { placement, ctas } = displayed.output;
    const { action = "", params = {} } = ctas[index] ?? {};
    const isConfirming = stores.state().confirming.includes(action);
    const isLink = action === "open_url";
    const resolver = !isLink && Object.hasOwn(resolvers, action) && resolvers[action];
    if (isConfirming || !engagement.interact("cta_click", displayed, action)) {
      event?.preventDefault();
    } else if (action === "dismiss") putOff(displayed, "dismissed");
    else if (action === "remind_later") putOff(displayed, "reminded");
    else if (action === "open_placement") {
      close(displayed);
      occasions.show(params.placement);
    } else if (resolver) {
      const run = async () => {
        const answer = await resolver({ action, params, placement }, stores.state().context);
        if (answer !== "completed") return;
        engagement.interact("cta_complete", displayed, action);
        // Nobody buys twice while the first purchase is on its way.
        await user.server.confirm([...stores.state().confirming, action]);
      };
      const message = `uiPathResolvers.${action} failed`;
      return run().catch((cause) => engagement.failed(displayed, message, cause));
    } else {
      const url = safeUrl(params.url);
      if (!params.url) warn(`${action} has no uiPathResolvers.${action} and no params.url`);
      else if (!url) warn(`${action} has a params.url that is refused`);
      else if (!isLink) window.location.assign(url);
    }
    return undefined;
  }
  return {
    press,
    close,
    dismiss: (displayed: Displayed) => putOff(displayed, "dismissed"),
  };
}
export type Ctas = ReturnType<typeof createCtas>;
