const LONG_MS = 20_000

/** A long answer, or one during which the person left: `hiddenAt` and `now` in ms since 1970. */
export function isWorthTelling(tookMs: number, hiddenAt: number | null, now: number): boolean {
  return tookMs >= LONG_MS || (hiddenAt !== null && hiddenAt >= now - tookMs)
}

/** When this page was last out of sight; null: not since it is watched. */
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
