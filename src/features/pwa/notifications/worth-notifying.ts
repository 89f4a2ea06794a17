const LONG_MS = 20_000

/** Returns whether an answer took long or the page was hidden during it: `hiddenAt` and `now` in ms since 1970. */
export function isWorthTelling(tookMs: number, hiddenAt: number | null, now: number): boolean {
  return tookMs >= LONG_MS || (hiddenAt !== null && hiddenAt >= now - tookMs)
}

/** Tracks when this page was last hidden; null: not since the call. */
export function watchHidden(): { lastAt(): number | null; stop(): void } {
  let lastAt: number | null = null
  const note = () => {
    lastAt = Date.now()
  }
  document.addEventListener('visibilitychange', note)
  return {
    lastAt: () => (document.visibilityState === 'hidden' ? Date.now() : lastAt),
    stop: () => document.removeEventListener('visibilitychange', note),
  }
}
