/** Whether a newer version waits to be taken. Held outside React: the worker may report before anything is drawn. */
let apply: (() => void) | undefined
const listeners = new Set<() => void>()

/** Called by the worker's registration; `take` brings the new version into this tab. */
export function offerUpdate(take: () => void): void {
  apply = take
  for (const listener of listeners) listener()
}

/** The function that takes the offered update, undefined while there is none. */
export function offeredUpdate(): (() => void) | undefined {
  return apply
}

export function onUpdateOffered(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
