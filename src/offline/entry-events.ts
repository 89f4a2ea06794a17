import type { OutboxEntry } from './rows.ts'

type Listener = (entry: OutboxEntry) => void

const listeners = new Set<Listener>()

/** Calls back when this page has put a message into the outbox: it is on disk. Returns how to stop. */
export function onEntryStored(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function entryStored(entry: OutboxEntry): void {
  for (const listener of [...listeners]) listener(entry)
}
