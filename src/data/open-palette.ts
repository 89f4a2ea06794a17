/** What the palette's layer can show: the search itself, or the list of keys. */
export type Asked = 'search' | 'keys'

let door: ((what: Asked) => void) | undefined
let waiting: Asked | undefined

/** Opens the search or the list of keys, from whatever button stands for it; as soon as their code is here. */
export function askForPalette(what: Asked): void {
  if (door) door(what)
  else waiting = what
}

/** Says who opens them. Returns how to take it back. */
export function onPaletteAsked(open: (what: Asked) => void): () => void {
  door = open
  if (waiting !== undefined) open(waiting)
  waiting = undefined
  return () => {
    if (door === open) door = undefined
  }
}
