/** The types of what an application passes in: checked by the compiler. */
import { expectTypeOf, test } from "vitest";
import type {
  EntitlementResult,
  PlacementOutput,
  Playbook,
  ServicePlacementDecision,
  TargetingContext,
} from "../decision/index";
import type {
  ServiceInitOptions,
  ServiceLocalRuntimeOptions,
  ServiceResolvers,
  ServiceSdkProvider,
  ServiceUserContext,
} from "./types";

test("a source answers now or later, with as little as it takes, or passes the question on", () => {
  const content = { title: "Hello" };
  const output = { placement: "hello", payload: "only", surface: "card", content };
  const terse = {
    checkEntitlement: (handle: string) => (handle ? { allowed: true } : undefined),
    getPlacement: (config: { slot?: string }) => (config.slot ? output : null),
    getPlacementDecision: async () => ({ visible: true, output }),
    fetchUserContext: async (id: string) => (id ? { id } : undefined),
    getTrialStatus: () => ({ in_trial: false }),
    getPlaybook: () => undefined,
  };
  expectTypeOf(terse).toExtend<ServiceSdkProvider>();
  expectTypeOf<{ getPlacement(): Promise<{ placement: string }> }>().not.toExtend<
    Pick<ServiceResolvers, "getPlacement">
  >();
});

test("a source may answer in full, as the SDK itself does", () => {
  expectTypeOf<{
    checkEntitlement(): Promise<EntitlementResult>;
    getPlacement(): Promise<PlacementOutput | null>;
    getPlacementDecision(): Promise<ServicePlacementDecision>;
    resolvePlaybook(): Promise<Playbook>;
  }>().toExtend<Partial<ServiceResolvers>>();
});

test("a pinned key says which it is, and getContext answers with a user", () => {
  const trustedKeys = [{ kty: "EC", crv: "P-256", x: "x", y: "y", kid: "key_1" }] as const;
  const options: ServiceInitOptions = { trustedKeys: [{ ...trustedKeys[0], kid: "key_2" }] };
  expectTypeOf(options).toExtend<ServiceInitOptions>();
  expectTypeOf<() => Promise<ServiceUserContext>>().toExtend<
    NonNullable<ServiceLocalRuntimeOptions["getContext"]>
  >();
});

test("an application's own interface fits where its values are free", () => {
  interface Traits {
    role: "owner" | "guest";
    seats?: number;
  }
  expectTypeOf<{ traits: Traits }>().toExtend<ServiceUserContext>();
  expectTypeOf<{ traits: Traits }>().toExtend<TargetingContext>();
  expectTypeOf<{ traits: string }>().not.toExtend<ServiceUserContext>();
});
