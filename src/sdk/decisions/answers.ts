/** The methods of `Service` that answer questions: the application's sources are asked first, then the Playbook. */
import { copyOf } from "../../context/index";
import {
  decideEntitlement,
  type EntitlementResult,
  type Handle,
  hidden,
  type ServicePlacementDecision,
  type TargetingContext,
} from "../../decision/index";
import type { PlacementRequest } from "../../options/index";
import type { Core } from "../core";
import type { Moment } from "../moment";
import { readDecision, readEntitlement, readPlacement } from "../read-answers";
import type { Answer } from "../sources";
import type { GateResult } from "../types";
import { createAnswerCache } from "./answer-cache";
import { admit, decide } from "./decide";
import { explain } from "./explain";
import { withDecisionId } from "./history";
import type { Occasions } from "./occasions";
import { asOnPage } from "./queries";

/** The result while no source has answered yet, and when all of them have failed. */
const unanswered = (
  handle: Handle,
  reason: "entitlement_unknown" | "provider_failure",
): EntitlementResult => ({
  handle,
  // While it isn't known, `allowed` is true, so that no placement opens as if a gate had refused.
  // Gates don't let it through all the same: they go by `source: "none"`.
  allowed: reason === "entitlement_unknown",
  status: "denied",
  reason,
  source: "none",
});

/** Whether the result allows it; `undefined`: not known. */
export const allowedBy = ({ allowed, source }: EntitlementResult) =>
  source === "none" ? undefined : allowed;

const isSamePerson = ({ id, anonymous_id }: TargetingContext, present: TargetingContext) =>
  id === present.id && (id || !anonymous_id || anonymous_id === present.anonymous_id);

/** The methods of a source that are asked for a decision, and for a placement, in this order. */
const DECISION = ["getPlacementDecision", "getPlacement"] as const;
const PLACEMENT = ["getPlacement", "getPlacementDecision"] as const;

/** What `getPlacementDecision` is asked. */
type PlacementQuestion = readonly [
  query: PlacementRequest,
  placement?: unknown,
  context?: TargetingContext | undefined,
];

/** Asks the application's sources. */
function createQuestions({ stores, sources }: Core) {
  return {
    askEntitlement: (handle: Handle, context: TargetingContext) =>
      sources.ask(["checkEntitlement"], [handle, context], (answer, { source }) =>
        readEntitlement(answer, handle, source),
      ),
    askPlacement(
      methods: typeof DECISION | typeof PLACEMENT,
      [query, placement, context]: PlacementQuestion,
    ) {
      const authored = stores.state().playbook.part("placements", query?.placement)?.placement;
      return sources.ask(methods, [query, placement ?? authored, context], (answer, { method }) =>
        method === "getPlacement" ? readPlacement(answer) : readDecision(answer),
      );
    },
  };
}

interface Asked {
  moment(): Moment;
  /** Asks the sources about an entitlement; `false`: none of them is asked. */
  readonly check: false | ((handle: Handle) => EntitlementResult | Promise<EntitlementResult>);
}

/** Decides by the Playbook, once the sources have said what the decision reads of entitlements. */
async function decideAsked(
  query: PlacementRequest,
  { moment, check }: Asked,
): Promise<ServicePlacementDecision> {
  const known = new Map<Handle, EntitlementResult>();
  let user: unknown;
  for (;;) {
    const now = moment();
    const { id = now.context.anonymous_id } = now.context;
    // Somebody else by now, of whom nothing is known.
    if (user !== id) known.clear();
    user = id;
    const wanted = new Set<Handle>();
    const entitled = (handle: Handle) => {
      if (!known.has(handle)) wanted.add(handle);
      return known.get(handle) ?? unanswered(handle, "entitlement_unknown");
    };
    const decision = decide(check ? { ...now, entitled } : now, query);
    if (!check || !wanted.size) return decision;
    await Promise.all([...wanted].map(async (one) => known.set(one, await check(one))));
  }
}

export function createAnswers(core: Core, { refuse }: Pick<Occasions, "refuse">) {
  const { stores, sources } = core;
  const { state, momentNow } = stores;
  const { askEntitlement, askPlacement } = createQuestions(core);
  const isChecked = sources.has("checkEntitlement");
  const isAnswered = sources.has(...DECISION);
  const entitlements = createAnswerCache(core, isChecked && askEntitlement);
  const placements = createAnswerCache(
    core,
    isAnswered &&
      ((question, context) => askPlacement(DECISION, [JSON.parse(question), undefined, context])),
  );

  /** The sources' answer, or `failure` if they failed and there is no Playbook; `undefined`: the Playbook decides. */
  const settle = <T>({ value, failed }: Answer<T>, failure: T): T | undefined => {
    const { playbook, failed: isMissing } = state();
    // Not known yet while the Playbook may still come: then nothing counts as failed.
    const hasFailed = !playbook.usable && (isMissing === false ? failed : isMissing);
    return value ?? (hasFailed ? failure : undefined);
  };
  stores.patch({
    hasSources: isAnswered || isChecked,
    entitled: (handle) =>
      settle(
        entitlements.read(handle) ?? { value: unanswered(handle, "entitlement_unknown") },
        unanswered(handle, "provider_failure"),
      ),
    decisionFor: (question) =>
      settle(
        placements.read(question) ?? { value: hidden("no_placement") },
        hidden("provider_failure"),
      ),
  });
  /** Asks the sources for what decisions have read. True when all of it is known. */
  const want = () => [entitlements.want(), placements.want()].every(Boolean);

  /** Whether a context that was handed in is about the present user. */
  const isPresent = (given: TargetingContext) => isSamePerson(given, state().context);
  /**
   * The moment with a context that was handed in. The sources' kept answers aren't about it; the
   * history, and what the service grants, only where it is about the present user.
   */
  const momentFor = (given: TargetingContext | undefined) => {
    const moment = momentNow();
    if (!given) return moment;
    const isSame = isPresent(given);
    const { entitlements = {} } = isSame ? moment.context : {};
    const context = { ...given, entitlements };
    return { ...moment, context, entitled: undefined, history: isSame ? moment.history : {} };
  };
  /** Synchronous where no source has to be asked. */
  function check(handle: Handle, context?: TargetingContext) {
    const conclude = (answer: Answer<EntitlementResult>) =>
      settle(answer, unanswered(handle, "provider_failure")) ??
      decideEntitlement(state().playbook, handle, { ...momentFor(context), entitled: undefined });
    if (!isChecked) return conclude({});
    return (context ? askEntitlement(handle, context) : entitlements.ask(handle)).then(conclude);
  }
  async function decideAbout(
    methods: typeof DECISION | typeof PLACEMENT,
    [query, placement, context]: PlacementQuestion,
  ) {
    const request = asOnPage(momentNow(), query);
    const asked = isAnswered
      ? await askPlacement(methods, [request, placement, context ?? state().context])
      : {};
    const sourced = settle(asked, hidden("provider_failure"));
    const decision = sourced
      ? admit(momentFor(context), request, sourced)
      : await decideAsked(request, {
          moment: () => momentFor(context),
          check: isChecked && ((handle) => check(handle, context)),
        });
    return copyOf(withDecisionId(core, decision, !!context && !isPresent(context)));
  }

  return {
    want,
    /** Has everything that sources answered asked again. */
    refresh() {
      entitlements.refresh();
      placements.refresh();
    },
    can(handle: Handle) {
      const allowed = allowedBy(decideEntitlement(state().playbook, handle, momentNow()));
      want();
      return allowed ?? false;
    },
    async checkEntitlement(handle: Handle, context?: TargetingContext) {
      return check(handle, context);
    },
    async gate<T>(handle: Handle, fn: () => T | Promise<T>): Promise<GateResult<T>> {
      const asked = check(handle);
      // Without a wait `fn` runs within the click, as what needs a user's activation requires.
      const entitlement = "then" in asked ? await asked : asked;
      if (entitlement.allowed) return { ran: true, result: await fn?.(), entitlement };
      if (typeof handle === "string" && !stores.needsPlan(entitlement)) refuse(handle);
      return { ran: false, entitlement };
    },
    async getPlacement(query: PlacementRequest) {
      const { output } = await decideAbout(PLACEMENT, [query]);
      return output ?? null;
    },
    getPlacementDecision: (...question: PlacementQuestion) => decideAbout(DECISION, question),
    explain: (handle: Handle) => copyOf(explain(core, handle)),
  };
}
export type Answers = ReturnType<typeof createAnswers>;
