const LONGEST_MS = 30_000

/** After so many polls, about half a minute, the user is informed that it takes longer than usual. */
export const LONG_TRIES = 5

/** The backoff in milliseconds: one second after the first response, doubled each time. */
export function delayAfter(tries: number): number {
  return Math.min(LONGEST_MS, 1000 * 2 ** Math.max(0, tries - 1))
}
