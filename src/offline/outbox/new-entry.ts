import { v7 as uuid } from 'uuid'
import type { OutboxEntry } from '../database/rows.ts'

/** An id for a chat, message, folder or tag made here: UUID v7, so that ids sort by time. */
export const newId = (): string => uuid()

/** Not above any id that is made from that moment on; milliseconds since 1970. */
export const firstIdOf = (moment: number): string => uuid({ msecs: moment, seq: 0, random: new Uint8Array(16) })

/** What every new entry of the outbox begins with. */
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
