/** What is known of the user, the page and what was shown before. */
import type { Handle, IsoTime, JsonObject } from "./playbook-types";

export interface TrialContext {
  readonly in_trial: boolean;
  readonly trial_handle?: Handle;
  readonly plan_handle?: Handle;
  readonly kind?: "free" | "reverse";
  readonly started_at?: IsoTime;
  readonly ends_at?: IsoTime;
  /** 1 on the first day. */
  readonly day_number?: number;
  readonly days_remaining?: number;
  readonly converted?: boolean;
}
export interface TargetingPage {
  readonly url?: string;
  readonly path?: string;
  readonly title?: string;
  readonly referrer?: string;
  readonly tags?: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
}
/** Everything a decision may know of the user and the page. */
export interface TargetingContext {
  readonly id?: string;
  readonly anonymous_id?: string;
  readonly plan_handle?: Handle;
  /** For the token `user_name` only. */
  readonly name?: string;
  readonly email_domain?: string;
  readonly locale?: string;
  readonly country?: string;
  readonly timezone?: string;
  readonly device?: string;
  readonly created_at?: IsoTime;
  readonly segments?: readonly Handle[];
  readonly traits?: Readonly<Record<string, unknown>>;
  /** Units used, by entitlement handle. */
  readonly usage?: Readonly<Record<Handle, number>>;
  readonly trial?: TrialContext;
  /** Only what the server itself said; `true` grants, `false` denies. */
  readonly entitlements?: Readonly<Record<Handle, boolean>>;
  readonly page?: TargetingPage;
  readonly event?: { readonly name: string; readonly properties?: JsonObject };
}

/** What this person has been shown, dismissed and put off; `key` is `placement/payload`, times are epoch ms. */
export interface History {
  readonly displays?: readonly { readonly key: string; readonly at: number }[];
  readonly dismissed?: Readonly<Record<string, number>>;
  readonly reminded?: Readonly<Record<string, number>>;
  /** Start of the session. Without it every entry counts as this session's. */
  readonly session_started_at?: number;
}
