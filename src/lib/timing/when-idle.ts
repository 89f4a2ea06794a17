/** Resolves when the browser is idle, at the latest after `ms`. */
export function whenIdle(ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: ms })
    // Safari has no `requestIdleCallback`.
    else setTimeout(resolve, Math.min(ms, 500))
  })
}
