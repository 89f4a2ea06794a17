import type { OutboxEntry } from '../database/rows.ts'

type Listener = (entry: OutboxEntry) => void

const listeners = new Set<Listener>()
let last: OutboxEntry | undefined

/** The last message that this page has put into the outbox, for whoever begins to listen late. */
export const lastStored = (): OutboxEntry | undefined => last

/** Calls back when this page has put a message into the outbox: it is on disk. Returns how to stop. */
export function onEntryStored(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function entryStored(entry: OutboxEntry): void {
  last = entry
  for (const listener of [...listeners]) listener(entry)
}
