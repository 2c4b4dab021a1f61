/** What time it is: by the device, until a server has said what time it is. */

/** In epoch ms. */
export interface Clock {
  now(): number;
  /** The device's time, whatever a server has said: for delays, and for what is stored. */
  device(): number;
  /** What to add to the device's time to get the server's, in ms; 0 until a server has said. */
  offset: number;
  /** Sets the time to the server's: it is `at` now. */
  set(at: number): void;
}

/** The device's time, looked up at each call. A library's `Date.now` may return an object, or fractions. */
export const deviceTime = (): number => Math.floor(Number(Date.now()));

/** The clock may be off by this much: a `Date` header has whole seconds, and takes time to arrive. */
const INEXACT_MS = 5000;

/** @param onJump called where the time that was set differs from the time before */
export function createClock(device: () => number, onJump: () => void): Clock {
  const now = () => clock.offset + device();
  const clock: Clock = {
    now,
    device,
    offset: 0,
    set(at) {
      const before = now();
      clock.offset = at - device();
      if (Math.abs(at - before) > INEXACT_MS) onJump();
    },
  };
  return clock;
}
