import type { RouterHistory } from '@tanstack/react-router'

let goingBack = false

/** Whether `goBackOnce` was called and the navigation has not happened yet. */
export const isGoingBack = (): boolean => goingBack

/**
 * Goes back by one history entry, to close a layer that has its own entry. The navigation happens in a later task;
 * until then further calls are ignored, so that pressing Escape twice does not leave the page too.
 */
export function goBackOnce(history: RouterHistory): void {
  if (goingBack) return
  goingBack = true
  const stop = history.subscribe(() => {
    stop()
    goingBack = false
  })
  history.back()
}

/** Runs `act` at once, or after a pending back navigation. */
export function afterGoingBack(history: RouterHistory, act: () => void): void {
  if (!goingBack) {
    act()
    return
  }
  const stop = history.subscribe(() => {
    stop()
    act()
  })
}
