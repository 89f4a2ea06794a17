import { v7 as uuid } from 'uuid'
import type { OutboxEntry } from '../database/rows.ts'

/** Creates the id of a chat, message, folder or tag: UUID v7, so that ids sort by time. */
export const newId = (): string => uuid()

/** The smallest id that can be created at that moment; milliseconds since 1970. */
export const firstIdOf = (moment: number): string => uuid({ msecs: moment, seq: 0, random: new Uint8Array(16) })

/** The common fields of a new entry. */
export function freshEntry(
  userId: number,
  queueKey: string,
  now: number = Date.now(),
): Omit<OutboxEntry, 'kind' | 'body' | 'known' | 'known_folders'> {
  const state = 'waiting' as const
  return {
    id: newId(),
    userId,
    queueKey,
    state,
    attempts: 0,
    nextAttemptAt: 0,
    lease: null,
    error: null,
    created_at: now,
  }
}
