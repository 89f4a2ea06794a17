import type { MouseEvent } from 'react'

/**
 * Returns a handler of clicks that ignores the second one of a double click, for a button that takes the place of the
 * one that was clicked: "Stop" or "Dictate" after "Send".
 */
export const unlessDoubleClick =
  (act: () => void) =>
  ({ detail }: MouseEvent): void => {
    // The number of clicks in quick succession; zero by the keyboard.
    if (detail !== 2) act()
  }
