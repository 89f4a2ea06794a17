/** Whether the last look at the server found it: a browser knows of a network, not of what is at its other end. */
export type Reach = 'unknown' | 'reached' | 'lost'

let reach: Reach = 'unknown'
const listeners = new Set<() => void>()

export const reachSnapshot = (): Reach => reach

/** For `useSyncExternalStore`: calls back at every change. Returns how to stop. */
export function subscribeReach(changed: () => void): () => void {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

export function setReach(next: Reach): void {
  if (next === reach) return
  reach = next
  for (const changed of [...listeners]) changed()
}
