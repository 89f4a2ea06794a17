import { Dexie, liveQuery } from 'dexie'
import type { CompanionDatabase } from '../database/database.ts'
import type { ConflictRow, OutboxEntry } from '../database/rows.ts'
import { enqueueChatChange } from './enqueue.ts'
import { enqueueFolderUpdate, enqueueTagUpdate } from './enqueue-label-changes.ts'
import { followOutbox } from './observe.ts'

/** What other devices have done against this one's changes, oldest first; now, and at every change. Returns how to stop. */
export function onConflict(
  db: CompanionDatabase,
  userId: number,
  listener: (conflicts: ConflictRow[]) => void,
): () => void {
  const range = () => db.conflicts.where('[account+id]').between([userId, Dexie.minKey], [userId, Dexie.maxKey])
  const subscription = liveQuery(() => range().toArray()).subscribe({ next: listener, error: reportError })
  return () => subscription.unsubscribe()
}

/**
 * The changes that the server has refused and the person has not heard of; as `onConflict`. Of messages, and of the
 * chats that they make, their bubbles speak.
 */
export function onRefused(
  db: CompanionDatabase,
  userId: number,
  listener: (entries: OutboxEntry[]) => void,
): () => void {
  const outbox = followOutbox(db, userId)
  return outbox.subscribe(() => listener((outbox.entries() ?? []).filter(isUnnotified)))
}

const isUnnotified = ({ kind, state, told }: OutboxEntry) =>
  state === 'failed' && told !== true && kind !== 'message.send' && kind !== 'chat.create'

/** The person has heard that it was refused; it stays among what is unsent. */
export async function markNotified(db: CompanionDatabase, id: string): Promise<void> {
  await db.outbox.where('id').equals(id).modify({ told: true })
}

/** The person has seen it, and takes what the other device gave or lets their own stand. */
export async function settleConflict(
  db: CompanionDatabase,
  conflict: ConflictRow,
  choice: 'mine' | 'theirs',
): Promise<void> {
  const { userId, id } = conflict
  if (choice === 'theirs') await takeTheirs(db, conflict)
  await db.conflicts.delete([userId, id])
}

async function takeTheirs(db: CompanionDatabase, conflict: ConflictRow): Promise<void> {
  const { userId, targetId, theirs } = conflict
  if (conflict.what === 'gone') return
  if (conflict.what === 'move') {
    await enqueueChatChange(db, { userId, chatId: targetId, patch: { folder: conflict.folder } })
  } else if (conflict.what === 'name') {
    const update = conflict.label === 'folder' ? enqueueFolderUpdate : enqueueTagUpdate
    await update(db, { userId, id: targetId, patch: { name: theirs } })
  } else {
    await enqueueChatChange(db, { userId, chatId: targetId, patch: { title: theirs } })
  }
}
