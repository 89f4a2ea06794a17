import { dropFileCopies } from '../files/drop-file-copies.ts'
import type { CompanionDatabase } from './database.ts'
import { chatsByAge, dropChats, dropMessages, removableChats } from './removable-chats.ts'
import { startingWith } from './starting-with.ts'

/**
 * Frees space by one step: the first of these that finds something evicts copies of files, the messages of deleted
 * chats, the messages of the older half of the chats, or the older half of the chats. Data that exists on this device
 * only is never deleted. Returns whether anything was deleted.
 */
export function freeSpace(db: CompanionDatabase, userId: number): Promise<boolean> {
  const tables = [db.chats, db.deletedChats, db.messages, db.outbox, db.drafts, db.sync, db.files, db.fileBytes]
  return db.transaction('rw', tables, async () => {
    if (await dropFileCopies(db, userId)) return true
    const deleted = await startingWith(db.deletedChats, '[account+id]', [userId]).primaryKeys()
    let dropped = 0
    for (const [, id] of deleted) dropped += await dropMessages(db, userId, id)
    if (dropped > 0) return true
    const withMessages: string[] = []
    for (const { id } of await chatsByAge(db, userId)) {
      const range = db.messages.where('[account+chat+seq]').between([userId, id, 0], [userId, id, Infinity])
      if ((await range.limit(1).count()) > 0) withMessages.push(id)
    }
    const older = withMessages.slice(0, Math.ceil(withMessages.length / 2))
    for (const id of older) await dropMessages(db, userId, id)
    if (older.length > 0) return true
    const chats = await removableChats(db, userId)
    await dropChats(db, userId, chats.slice(0, Math.ceil(chats.length / 2)))
    return chats.length > 0
  })
}
