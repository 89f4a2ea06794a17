import { createStore } from '#lib/store.ts'
import type { OutboxEntry } from '../database/rows.ts'

const last = createStore<OutboxEntry | undefined>(undefined)

/** The last message that this page has enqueued, for subscribers that were added later. */
export const lastStored = last.get

/** Calls back when a message of this page was written to the outbox. Returns an unsubscribe function. */
export function onEntryStored(listener: (entry: OutboxEntry) => void): () => void {
  return last.subscribe(() => {
    const entry = last.get()
    if (entry) listener(entry)
  })
}

export const entryStored = (entry: OutboxEntry): void => last.set(entry)
