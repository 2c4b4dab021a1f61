/** How long a service wants to be left alone, as its `Retry-After` has told this tab or another. */
import { DAY } from "../decision/index";
import type { DeliveryOptions } from "./types";

export function createPause(
  { storage, clock }: Pick<DeliveryOptions, "storage" | "clock">,
  name: string,
) {
  /**
   * Stored as `from until`, in epoch ms. With more of it left than it is long, or than a day, it was
   * written by a clock that was ahead, and counts as past.
   */
  const left = () => {
    const said = storage.read(name);
    const [from = 0, until = 0] = (typeof said === "string" ? said : "").split(" ").map(Number);
    const ms = until - clock.device();
    return ms > 0 && ms <= Math.min(DAY, until - from) ? ms : 0;
  };
  return {
    /** The ms for which nothing may be asked. */
    left,
    /** Keeps what `Retry-After` says: seconds, or a date by the server's clock, whose time `Date` may tell. https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
    obey({ headers }: { readonly headers: Pick<Headers, "get"> }): void {
      const after = headers.get("Retry-After") ?? "";
      const said = new Date(headers.get("Date") ?? "").getTime() || clock.now();
      // Browsers find a date in whatever has digits: "-40" and "in 40" are the year 2040 to some.
      const date = new Date(after.includes(":") ? after : "");
      const ms = /^\d+$/.test(after) ? Number(after) * 1000 : date.getTime() - said;
      // Answers that come together may say different times: the longest counts.
      if (ms > left()) {
        const now = clock.device();
        storage.write(name, `${now} ${now + Math.min(ms, DAY)}`);
      }
    },
  };
}
