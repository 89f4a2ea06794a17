import type { Table } from 'dexie'
import { chatOfDraftKey } from '../drafts/draft-key.ts'
import { dropFileCopies } from '../files/drop-file-copies.ts'
import type { CompanionDatabase, OwnedKey } from './database.ts'
import { startingWith } from './starting-with.ts'

/** Deletes every row of a user, unsent ones too. Runs in the caller's transaction if there is one. */
export async function wipeUser(db: CompanionDatabase, userId: number): Promise<void> {
  await forgetTables(userId, [
    [db.messages, '[account+id]'],
    [db.chats, '[account+id]'],
    [db.deletedChats, '[account+id]'],
    [db.folders, '[account+id]'],
    [db.tags, '[account+id]'],
    [db.drafts, '[account+chat]'],
    [db.conflicts, '[account+id]'],
    [db.profiles, '[account+id]'],
    [db.sync, '[account+scope]'],
    [db.files, '[account+id]'],
    [db.fileBytes, '[account+id]'],
  ])
  await db.outbox.where('account').equals(userId).delete()
}

/** Deletes the local copies of server data; keeps drafts, unsent entries, their files and chats. */
export async function forgetCopies(db: CompanionDatabase, userId: number): Promise<void> {
  const [unsent, drafts] = await Promise.all([
    db.outbox.where('account').equals(userId).toArray(),
    startingWith(db.drafts, '[account+chat]', [userId]).toArray(),
  ])
  const needed = new Set([
    ...unsent.map(({ queueKey }) => queueKey),
    ...drafts.map(({ draftKey }) => chatOfDraftKey(draftKey)),
  ])
  await startingWith(db.chats, '[account+id]', [userId])
    .filter(({ id }) => !needed.has(id))
    .delete()
  await startingWith(db.deletedChats, '[account+id]', [userId])
    .filter(({ bin }) => bin === undefined)
    .delete()
  await forgetTables(userId, [
    [db.messages, '[account+id]'],
    [db.folders, '[account+id]'],
    [db.tags, '[account+id]'],
    // This includes the facts that were proposed to the user on this device: they are private.
    [db.profiles, '[account+id]'],
    [db.sync, '[account+scope]'],
  ])
  await dropFileCopies(db, userId)
}

async function forgetTables(userId: number, tables: [Table<unknown, OwnedKey>, string][]): Promise<void> {
  for (const [table, key] of tables) {
    await startingWith(table, key, [userId]).delete()
  }
}
