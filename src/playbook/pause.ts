/** How long a service wants to be left alone, as its `Retry-After` has told this tab or another. */
import { DAY } from "./playbook-in-use";
import type { DeliveryOptions } from "./types";

export function createPause(
  { storage, clock }: Pick<DeliveryOptions, "storage" | "clock">,
  name: string,
) {
  return {
    /** The ms for which nothing may be asked. */
    left(): number {
      const ms = Number(storage.read(name)) - clock.device();
      return ms > 0 && ms <= DAY ? ms : 0;
    },
    /** Seconds or a date. https://www.rfc-editor.org/rfc/rfc9110#field.retry-after */
    obey({ headers }: Pick<Response, "headers">): void {
      const after = headers.get("retry-after") ?? "";
      const ms = Number(after) * 1000 || Date.parse(after) - clock.now();
      if (ms > 0) storage.write(name, clock.device() + Math.min(ms, DAY));
    },
  };
}
