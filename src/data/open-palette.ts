/** What the palette's layer can show: the search itself, or the list of keys. */
export type PaletteView = 'search' | 'keys'

let opener: ((what: PaletteView) => void) | undefined
let waiting: PaletteView | undefined

/** Opens the search or the list of keys, from whatever button stands for it; as soon as their code is here. */
export function requestPalette(what: PaletteView): void {
  if (opener) opener(what)
  else waiting = what
}

/** Says who opens them. Returns how to take it back. */
export function onPaletteRequested(open: (what: PaletteView) => void): () => void {
  opener = open
  if (waiting !== undefined) open(waiting)
  waiting = undefined
  return () => {
    if (opener === open) opener = undefined
  }
}
