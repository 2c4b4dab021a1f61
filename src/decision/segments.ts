/** Which segments a segment's condition asks for, and whether it leads back to itself. */
import type { CompiledPlaybook } from "./compile";
import { findIn } from "./inspect";
import type { Handle } from "./types";

/**
 * Whether a segment asks for itself, itself or by way of others. Found by what is written, since
 * what is asked on the way differs from user to user, and from question to question.
 */
export function leadsBack(playbook: CompiledPlaybook, handle: Handle): boolean {
  const asks = (one: Handle): Iterable<Handle> => {
    const segment = playbook.part("segments", one);
    return segment ? findIn(segment.condition).segments : [];
  };
  const reached = new Set(asks(handle));
  // Goes on to what is added on the way.
  for (const one of reached) for (const next of asks(one)) reached.add(next);
  return reached.has(handle);
}
