import type { CompanionDatabase } from '../database/database.ts'

export interface SyncState {
  /** When the copy was last brought up to date, in milliseconds since 1970; null: never. */
  finishedAt: number | null
  /** Messages on their way or held. */
  waiting: number
  /** Refused, of any kind: a message, a new chat, a rename, a folder. */
  failed: number
}

/** How old the copy of a person's chats is, and what of theirs is on this device only. Live inside `useLiveQuery`. */
export async function readSyncState(db: CompanionDatabase, userId: number): Promise<SyncState> {
  const synced = await db.sync.get([userId, 'chats'])
  // Read anew at every change of a queue that may be long: nothing is parsed.
  const entries = await db.outbox.where('account').equals(userId).toArray()
  const waiting = entries.filter(({ kind, state }) => kind === 'message.send' && state !== 'failed').length
  const failed = entries.filter(({ state }) => state === 'failed').length
  return { finishedAt: synced?.finished_at ?? null, waiting, failed }
}
