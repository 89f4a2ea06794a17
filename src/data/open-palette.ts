/** The two views of the palette: the search, or the list of keyboard shortcuts. */
export type PaletteView = 'search' | 'keys'

let opener: ((what: PaletteView) => void) | undefined
let waiting: PaletteView | undefined

/** Opens a view of the palette, as soon as its code is loaded. */
export function requestPalette(what: PaletteView): void {
  if (opener) opener(what)
  else waiting = what
}

/** Registers the function that opens the palette. Returns an unregister function. */
export function onPaletteRequested(open: (what: PaletteView) => void): () => void {
  opener = open
  if (waiting !== undefined) open(waiting)
  waiting = undefined
  return () => {
    if (opener === open) opener = undefined
  }
}
