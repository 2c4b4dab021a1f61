/** What the core is asked about a page: its slots, what may open over it, and what this moment adds. */
import {
  type Handle,
  IN_FLOW_SURFACES,
  PAGE_LEVEL_SURFACES,
  type PlacementQuery,
  type Surface,
} from "../../decision/index";
import type { Moment, SlotRequest } from "../moment";

/** The surfaces that may open over the page. */
export const surfacesOver = ({ registered }: Pick<Moment, "registered">) => [
  ...PAGE_LEVEL_SURFACES,
  ...registered,
];

/** Whether it is shown over the page: with a surface of the page's own only where it has no slot. */
export const opensOver = (slot: Handle | undefined, surface: Surface | undefined): boolean =>
  !slot || PAGE_LEVEL_SURFACES.some((one) => one === surface);

/** The query that decides about a slot of the page. */
export const slotQuery = (
  { registered }: Pick<Moment, "registered">,
  { handle: slot, surfaces = [...IN_FLOW_SURFACES, ...registered] }: SlotRequest,
) => ({ slot, surfaces });

/** A query about a slot of the page gets the surfaces it accepts: then it has the very answer the page shows. */
export function asOnPage(
  moment: Pick<Moment, "slots" | "registered">,
  query: PlacementQuery,
): PlacementQuery {
  const slot = moment.slots.find(({ handle }) => handle === query?.slot);
  return slot ? { ...slotQuery(moment, slot), ...query } : query;
}

/** A query as the core needs it, completed by what this moment knows. */
export function queryAt(moment: Moment, query: PlacementQuery): PlacementQuery {
  const { registered, inactive, enforceCaps } = moment;
  return {
    registered,
    inactive,
    enforceCaps,
    // Read only where a limit is reached: then a decision depends on it.
    get displaying() {
      return moment.displaying;
    },
    ...query,
  };
}
