import type { OutboxEntry } from '../database/rows.ts'

type Listener = (entry: OutboxEntry) => void

const listeners = new Set<Listener>()
let last: OutboxEntry | undefined

/** The last message that this page has enqueued, for subscribers that were added later. */
export const lastStored = (): OutboxEntry | undefined => last

/** Calls back when a message of this page was written to the outbox. Returns an unsubscribe function. */
export function onEntryStored(listener: Listener): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function entryStored(entry: OutboxEntry): void {
  last = entry
  for (const listener of [...listeners]) listener(entry)
}
