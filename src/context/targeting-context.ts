/** Merges what is known, whoever said it, into the one context that decisions read. */
import {
  type Handle,
  parseTime,
  type TargetingContext,
  type TrialContext,
} from "../decision/index";
import type { ServicePageContext, ServiceUserContext } from "../options/index";
import { overlay } from "./overlay";
import { readPage } from "./page";
import type { KnownUser } from "./user";

/** What the server itself says of the user, cleaned; without the envelope of its answer. */
interface ClientContext extends ServiceUserContext {
  readonly trial?: TrialContext | undefined;
  /** ISO 8601: when the server knew it. */
  readonly as_of?: string | undefined;
}

/** Holds until an `as_of` is later than when it was said. */
interface UsageUpdate {
  readonly value: number;
  /** When it was said, by the device's clock; epoch ms. */
  readonly at: number;
  /** The last `as_of` before; epoch ms, server time. */
  readonly after?: number;
}

/** What the context is merged from: first the parts about the user, where later ones win. */
export interface ContextParts {
  readonly inferred?: KnownUser | undefined;
  /** Options, what they state of the user included, `identify`, `setUser` and `getContext`. */
  readonly given?: ServiceUserContext | undefined;
  readonly userContext?: ServiceUserContext | undefined;
  readonly clientContext?: ClientContext | undefined;
  /** From `updateUsage`. */
  readonly usageUpdates?: Readonly<Record<Handle, UsageUpdate>>;
  readonly anonymousId?: string | undefined;
  /** From `trialStatus`; a client context's `trial` wins. */
  readonly trial?: TrialContext | undefined;
  readonly inferredPage?: ServicePageContext | undefined;
  readonly givenPage?: ServicePageContext | undefined;
  /** The page's address, for what was given relative to it. */
  readonly base?: string | undefined;
}

/** Merges what is said of a user: later wins; `traits` and `usage` are merged by key. */
export function mergeUsers<T extends KnownUser>(...users: (T | undefined)[]): T {
  return {
    ...overlay<T>(...users),
    traits: overlay(...users.map((user) => user?.traits)),
    usage: overlay(...users.map((user) => user?.usage)),
  };
}

/** All that is known of the user. */
export const userOf = ({ inferred, given, userContext, clientContext }: ContextParts) =>
  mergeUsers<KnownUser & ClientContext>(inferred, given, userContext, clientContext);

/**
 * Drops usage updates that a newer answer of the server has overtaken, so that no older answer brings them back.
 * @param offset what to add to the device's time to get the server's, in ms
 */
export function forgetOvertaken(parts: ContextParts, offset = 0): ContextParts {
  // NaN before the first answer: then no update is older.
  const answered = parseTime(parts.clientContext?.as_of ?? "");
  const updates = Object.entries(parts.usageUpdates ?? {});
  const held = updates.filter(
    ([, { at, after = 0 }]) => !(Math.max(at + offset, after) < answered),
  );
  return held.length < updates.length
    ? { ...parts, usageUpdates: Object.fromEntries(held) }
    : parts;
}

/** Builds the targeting context. Of the e-mail address only the domain goes in. */
export function buildTargetingContext(parts: ContextParts): TargetingContext {
  const { clientContext, usageUpdates = {}, inferredPage, givenPage, base } = parts;
  const { email = "", usage, as_of: _, entitlements, ...user } = userOf(parts);
  const updates = Object.entries(usageUpdates).map(([handle, { value }]) => [handle, value]);
  return overlay<TargetingContext>({ trial: parts.trial }, user, {
    anonymous_id: parts.anonymousId,
    email_domain: /@([^@\s]+)$/.exec(email)?.[1]?.toLowerCase(),
    usage: overlay(usage, Object.fromEntries(updates)),
    entitlements: clientContext?.entitlements,
    page: readPage(overlay<ServicePageContext>(inferredPage, givenPage), base),
  });
}
