import { fateOf } from '../chats/local-chat.ts'
import type { CompanionDatabase } from '../database/database.ts'
import { readEntries } from '../database/queries.ts'
import { dropMessages } from '../database/removable-chats.ts'
import type { ChatBin, DeletedChatRow, OutboxEntry } from '../database/rows.ts'
import { startingWith } from '../database/starting-with.ts'

/** The queue of what concerns all chats; like the profile's, its key is no id of a chat. */
export const HISTORY = '00000000-0000-0000-0000-000000000001'

export const rowsOf = (db: CompanionDatabase, userId: number) => startingWith(db.deletedChats, '[account+id]', [userId])

/**
 * Moves a chat to Recently deleted after the server has acknowledged its deletion; its messages stay here, so that it
 * can be restored without a network. Runs in the caller's transaction.
 */
export async function storeDeleted(
  db: CompanionDatabase,
  userId: number,
  chatId: string,
  entry: OutboxEntry,
): Promise<void> {
  // Another decision of the user follows in the queue: restored, or deleted for good.
  if (fateOf(await readEntries(db, userId, chatId)) !== undefined) return
  if (entry.kind === 'chat.delete' && entry.bin?.row && !entry.bin.gone) {
    const { row, ...unsent } = entry.bin
    const deleted_at = row.deleted_at ?? new Date().toISOString()
    const unsentBin = isEmpty(unsent) ? {} : { bin: entry.bin }
    await db.deletedChats.put({ ...row, userId, deleted_at, acknowledged: true, ...unsentBin })
  } else {
    await db.deletedChats.delete([userId, chatId])
    await dropMessages(db, userId, chatId)
  }
  await db.chats.delete([userId, chatId])
}

const isEmpty = ({ entries, drafts, conflicts }: Omit<ChatBin, 'row'>): boolean =>
  entries.length + drafts.length + conflicts.length === 0

/** Lists the chats again that clearing the history had hidden here. Runs in the caller's transaction. */
export async function undoClearHistory(db: CompanionDatabase, userId: number): Promise<void> {
  const hidden = await rowsOf(db, userId)
    .filter(({ local, server, acknowledged }) => local !== true && !acknowledged && !server?.deleted_at)
    .toArray()
  for (const row of hidden) await listAgain(db, row)
}

/** Runs in the caller's transaction. */
export async function listAgain(db: CompanionDatabase, row: DeletedChatRow): Promise<void> {
  const { bin: _bin, acknowledged: _acknowledged, ...listed } = row
  await db.deletedChats.delete([row.userId, row.id])
  await db.chats.put({ ...listed, deleted_at: null })
}
