/** What time it is: by the device until a server has said, by the server from then on. */

export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** By the device, whatever a server has said: for what is waited for. */
  device(): number;
  /** It is this now, by the server; epoch ms. */
  set(at: number): void;
}

/** A `Date` leaves out the fraction of its second, and is some seconds on its way. */
const INEXACT_MS = 5000;

/**
 * @param device epoch ms, and wrong by as much as it likes
 * @param onJump it is another time all of a sudden
 */
export function createClock(device: () => number, onJump: () => void): Clock {
  let offset = 0;
  return {
    device,
    now: () => device() + offset,
    set(at) {
      const before = offset;
      offset = at - device();
      if (Math.abs(offset - before) > INEXACT_MS) onJump();
    },
  };
}
