import { createStore } from '#lib/store.ts'

/** The two views of the palette: the search, or the list of keyboard shortcuts. */
export type PaletteView = 'search' | 'keys'

let opener: ((what: PaletteView) => void) | undefined

/** The view that was requested before the palette's code was loaded. */
export const waitingPalette = createStore<PaletteView | undefined>(undefined)

/** Opens a view of the palette, as soon as its code is loaded. */
export function requestPalette(what: PaletteView): void {
  if (opener) opener(what)
  else waitingPalette.set(what)
}

/** Registers the function that opens the palette. Returns an unregister function. */
export function onPaletteRequested(open: (what: PaletteView) => void): () => void {
  opener = open
  const waiting = waitingPalette.get()
  waitingPalette.set(undefined)
  if (waiting !== undefined) open(waiting)
  return () => {
    if (opener === open) opener = undefined
  }
}
