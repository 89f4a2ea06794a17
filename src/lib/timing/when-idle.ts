/** Resolves when the browser has nothing better to do, at the latest after `ms`. */
export function whenIdle(ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: ms })
    // Safari has no such callback.
    else setTimeout(resolve, Math.min(ms, 500))
  })
}
