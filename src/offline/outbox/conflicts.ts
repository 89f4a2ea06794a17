import type { CompanionDatabase } from '../database/database.ts'
import { followQuery } from '../database/following/follow-query.ts'
import type { ConflictRow, OutboxEntry } from '../database/rows.ts'
import { startingWith } from '../database/starting-with.ts'
import { enqueueChatChange } from './enqueue.ts'
import { enqueueFolderUpdate, enqueueTagUpdate } from './enqueue-label-changes.ts'
import { followOutbox } from './observe.ts'

/** Calls back with the conflicts, oldest first, at once and after every change. Returns an unsubscribe function. */
export function onConflict(
  db: CompanionDatabase,
  userId: number,
  listener: (conflicts: ConflictRow[]) => void,
): () => void {
  const range = () => startingWith(db.conflicts, '[account+id]', [userId])
  const subscription = followQuery(() => range().toArray()).subscribe(listener, reportError)
  return () => subscription.unsubscribe()
}

/**
 * Like `onConflict` for refused changes that the user was not informed of. Refused messages, and the chats they create,
 * are shown in the conversation instead.
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

/** Records that the user was informed of the refusal; the entry stays in the list of unsent changes. */
export async function markNotified(db: CompanionDatabase, id: string): Promise<void> {
  await db.outbox.where('id').equals(id).modify({ told: true })
}

/** Resolves a conflict: the user accepts the other device's value or keeps their own. */
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
