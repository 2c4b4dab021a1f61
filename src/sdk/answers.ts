/** The questions that `Service` answers, for the moment they are asked in; the application's sources come first. */
import {
  decideEntitlement,
  type EntitlementResult,
  type Handle,
  type PlacementReason,
  type ServicePlacementDecision,
  type TargetingContext,
} from "../decision/index";
import type { PlacementRequest } from "../options/index";
import { type Board, createBoard } from "./board";
import type { Core } from "./core";
import { admit, asOnPage, decide } from "./decisions";
import { shownOf } from "./displays";
import { readDecision, readEntitlement, readPlacement } from "./readings";
import type { Answer } from "./sources";

const nobody = (
  handle: Handle,
  reason: "entitlement_unknown" | "provider_failure",
): EntitlementResult => ({
  handle,
  // Not known yet: neither refused, so that no placement answers a refusal, nor let through.
  allowed: reason === "entitlement_unknown",
  status: "denied",
  reason,
  source: "none",
});
const hidden = (reason: PlacementReason): ServicePlacementDecision => ({
  visible: false,
  reasons: [reason],
});

/** `undefined`: not known. */
export const allowedBy = ({ allowed, source }: EntitlementResult) =>
  source === "none" ? undefined : allowed;

/** Methods in the order in which they are asked. */
const DECISION = ["getPlacementDecision", "getPlacement"] as const;
export const PLACEMENT = ["getPlacement", "getPlacementDecision"] as const;

/** What is asked of the application's sources. */
function createQuestions({ stores, sources }: Core) {
  const askEntitlement = (handle: Handle, context: TargetingContext) =>
    sources.ask(["checkEntitlement"], [handle, context], (answer, { source }) =>
      readEntitlement(answer, handle, source),
    );
  const askPlacement = (
    [request, placement, context]: readonly [PlacementRequest, unknown, TargetingContext],
    methods: typeof DECISION | typeof PLACEMENT = DECISION,
  ) => {
    const authored = stores.state().playbook.part("placements", request.placement);
    return sources.ask(methods, [request, placement ?? authored, context], (answer, { method }) =>
      method === "getPlacement" ? readPlacement(answer) : readDecision(answer),
    );
  };
  return { askEntitlement, askPlacement };
}

export function createAnswers(core: Core) {
  const { stores, sources } = core;
  const { askEntitlement, askPlacement } = createQuestions(core);
  const playbook = () => stores.state().playbook;
  const entitlements = sources.has("checkEntitlement") && createBoard(core, askEntitlement);
  const slots =
    sources.has(...DECISION) &&
    createBoard(core, (question, context) =>
      askPlacement([JSON.parse(question), undefined, context]),
    );

  /** `undefined`: the Playbook's word counts. */
  const settle = <T>(answer: Answer<T> | undefined, failure: T): T | undefined => {
    const { playbook, failed } = stores.state();
    const isMissing = !playbook.usable && failed !== undefined;
    return answer?.value ?? (isMissing && (failed || answer?.failed) ? failure : undefined);
  };
  const says = <T>(board: Board<T> | false, key: string, [unknown, failure]: readonly [T, T]) => {
    const answer = board ? board.read(key) : {};
    return answer ? settle(answer, failure) : unknown;
  };
  stores.patch({
    entitled: (handle) =>
      says(entitlements, handle, [
        nobody(handle, "entitlement_unknown"),
        nobody(handle, "provider_failure"),
      ]),
    isAnswered: !!slots,
    decisionFor: (question) =>
      says(slots, question, [hidden("no_placement"), hidden("provider_failure")]),
  });

  /** Of a user who isn't this one only the Playbook can tell at once. */
  const momentFor = (context: TargetingContext | undefined) => {
    const now = stores.momentNow();
    return context ? { ...now, context, entitled: undefined } : now;
  };
  const entitlement = (handle: Handle, context?: TargetingContext) =>
    decideEntitlement(playbook(), handle, momentFor(context));

  return {
    /** Asks for what a decision has read. True when all of it is known. */
    want(keys: Iterable<string>): boolean {
      let isKnown = true;
      for (const key of keys) {
        const board = key[0] === "{" ? slots : entitlements;
        if (!board) continue;
        board.want(key);
        isKnown &&= !!board.read(key);
      }
      return isKnown;
    },
    can(handle: Handle) {
      if (entitlements) entitlements.want(handle);
      return allowedBy(entitlement(handle)) ?? false;
    },
    /** At once where no source has to be asked. */
    check(handle: Handle, context?: TargetingContext) {
      if (!entitlements) return entitlement(handle, context);
      const asked = context ? askEntitlement(handle, context) : entitlements.ask(handle);
      return asked.then(
        (answer) =>
          settle(answer, nobody(handle, "provider_failure")) ??
          decideEntitlement(playbook(), handle, { ...momentFor(context), entitled: undefined }),
      );
    },
    async decide(
      query: PlacementRequest,
      {
        methods = DECISION,
        placement,
        context,
      }: {
        methods?: typeof DECISION | typeof PLACEMENT;
        placement?: unknown;
        context?: TargetingContext | undefined;
      },
    ) {
      const request = asOnPage(stores.state(), query);
      const answer = slots
        ? await askPlacement([request, placement, context ?? stores.state().context], methods)
        : {};
      const moment = momentFor(context);
      const sourced = settle(answer, hidden("provider_failure"));
      const decision = sourced ? admit(moment, request, sourced) : decide(moment, request);
      const { output } = decision;
      if (!output) return decision;
      return { ...decision, output: { decision_id: shownOf(core, output).decisionId, ...output } };
    },
    /** What failed, or may be another by now, is asked again. */
    refresh() {
      for (const board of [entitlements, slots]) if (board) board.refresh();
    },
  };
}
