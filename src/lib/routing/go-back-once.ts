import type { RouterHistory } from '@tanstack/react-router'

let goingBack = false

/** Whether `goBackOnce` was called and the browser has not gone back yet. */
export const isGoingBack = (): boolean => goingBack

/**
 * Goes back by one history entry, to close what has an entry of its own. The browser does so in a later task; until then
 * a second call does nothing, or Escape pressed twice would leave the page below as well.
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

/** Runs `act` at once, or when the browser has gone back, if it is about to. */
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
