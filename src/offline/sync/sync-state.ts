import type { CompanionDatabase } from '../database/database.ts'

export interface SyncState {
  /** When the last sync finished, in milliseconds since 1970; null: never. */
  finishedAt: number | null
  /** Number of messages that are waiting or being sent. */
  waiting: number
  /** Number of refused entries of any kind: a message, a new chat, a rename, a folder. */
  failed: number
}

/** The time of a user's last sync, and the counts of their unsent entries. Use inside `useLiveQuery`. */
export async function readSyncState(db: CompanionDatabase, userId: number): Promise<SyncState> {
  const synced = await db.sync.get([userId, 'chats'])
  // Runs at every change of a queue that may be long, so the rows are not parsed.
  const entries = await db.outbox.where('account').equals(userId).toArray()
  const waiting = entries.filter(({ kind, state }) => kind === 'message.send' && state !== 'failed').length
  const failed = entries.filter(({ state }) => state === 'failed').length
  return { finishedAt: synced?.finished_at ?? null, waiting, failed }
}
