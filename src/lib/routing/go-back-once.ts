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
  onNavigation(history, () => {
    goingBack = false
  })
  history.back()
}

/** Runs `act` at once, or after a pending back navigation. */
export function afterGoingBack(history: RouterHistory, act: () => void): void {
  if (goingBack) onNavigation(history, act)
  else act()
}

/**
 * Calls back once, after the next navigation. A replaced entry is none: the browser still goes back. A pushed one is,
 * because a browser may then drop the navigation that is pending.
 */
function onNavigation(history: RouterHistory, act: () => void): void {
  const stop = history.subscribe(({ action }) => {
    if (action.type === 'REPLACE') return
    stop()
    act()
  })
}
