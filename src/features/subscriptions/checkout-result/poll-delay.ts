const LONGEST_MS = 30_000

/** After so many tries it takes longer than usual, and the person is told: about half a minute. */
export const LONG_TRIES = 5

/** Milliseconds until the next question: one second after the first answer, then twice as long each time. */
export function delayAfter(tries: number): number {
  return Math.min(LONGEST_MS, 1000 * 2 ** Math.max(0, tries - 1))
}
