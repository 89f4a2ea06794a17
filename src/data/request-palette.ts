import { createStore } from '#lib/store.ts'

/** The two views of the command palette: the search, or the list of keyboard shortcuts. */
export type PaletteView = 'search' | 'keys'

let opener: ((what: PaletteView) => void) | undefined

/** The view that was requested before the palette's code was loaded. */
export const requestedView = createStore<PaletteView | undefined>(undefined)

/** Opens a view of the palette, as soon as its code is loaded. */
export function requestPalette(what: PaletteView): void {
  if (opener) opener(what)
  else requestedView.set(what)
}

/** Registers the function that opens the palette. Returns an unregister function. */
export function onPaletteRequested(open: (what: PaletteView) => void): () => void {
  opener = open
  const waiting = requestedView.get()
  requestedView.set(undefined)
  if (waiting !== undefined) open(waiting)
  return () => {
    if (opener === open) opener = undefined
  }
}
