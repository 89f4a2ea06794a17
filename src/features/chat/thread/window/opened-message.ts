import { useSyncExternalStore } from 'react'

/** A message that somebody has just been led to; another object each time. */
export interface Opened {
  id: string
}

let opened: Opened | null = null
const listeners = new Set<() => void>()

/** Null: it was seen. */
export function setOpenedMessage(next: Opened | null): void {
  opened = next
  for (const listener of listeners) listener()
}

export const useOpenedMessage = (): Opened | null => useSyncExternalStore(subscribe, () => opened)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
