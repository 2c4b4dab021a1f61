/** What time it is: by the device until a server has said, by the server from then on. */

export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** By the device, whatever a server has said: for what is waited for. */
  device(): number;
  /** It is this now, by the server; epoch ms. */
  set(at: number): void;
}

/** @param device epoch ms, and wrong by as much as it likes */
export function createClock(device: () => number): Clock {
  let offset = 0;
  return {
    device,
    now: () => device() + offset,
    set(at) {
      offset = at - device();
    },
  };
}
