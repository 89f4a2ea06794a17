/** Timers may fire a little early: a moment that is nearer than this is the one whose work has just run. */
const EARLY_MS = 50

/**
 * The milliseconds until a moment that comes every `everyMs` and is the same for all who wait for `key`, so that they
 * act together. Different keys have different moments.
 */
export function untilNext(everyMs: number, key: number, now = performance.now()): number {
  // Consecutive keys are spread evenly by the golden ratio.
  const left = everyMs - ((now + ((key * 0.618_034) % 1) * everyMs) % everyMs)
  return left < EARLY_MS ? left + everyMs : left
}
