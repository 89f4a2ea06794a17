import { binChat, findDeletion, takeChatsBack } from '../chats/chat-trash.ts'
import { fateOf, storedChatTables } from '../chats/local-chat.ts'
import type { CompanionDatabase, OwnedKey } from '../database/database.ts'
import { markOpened } from '../database/prune.ts'
import { readEntries } from '../database/queries.ts'
import { dropMessages, neededHere } from '../database/removable-chats.ts'
import type { ChatRow, OutboxEntry } from '../database/rows.ts'
import { startingWith } from '../database/starting-with.ts'
import { writeAs } from '../database/write-as.ts'
import { freshEntry } from '../outbox/new-entry.ts'
import { HISTORY, listAgain, rowsOf } from './deleted-chats.ts'
import { putUnsentBack } from './put-unsent-back.ts'

/** Chats per transaction: a write by the user in between waits for one batch only. */
const AT_ONCE = 50

/** Restores chats here at once, with what was unsent in them, and queues it for the server. */
export async function restoreDeleted(db: CompanionDatabase, userId: number, chatIds: readonly string[]): Promise<void> {
  // A deletion that was not sent is undone.
  const back = new Set(await takeChatsBack(db, userId, chatIds))
  await inBatches(db, userId, chatIds, async (chatId) => {
    if (!back.has(chatId)) await restore(db, userId, chatId)
    // The next sync would prune an old one from the list again.
    await markOpened(db, userId, chatId)
  })
}

/** Runs in the caller's transaction. */
async function restore(db: CompanionDatabase, userId: number, chatId: string): Promise<void> {
  const row = await db.deletedChats.get([userId, chatId])
  if (row) {
    await listAgain(db, row)
    if (!row.local) await enqueue(db, userId, chatId, 'chat.restore')
    if (row.bin) await putUnsentBack(db, row.bin)
    return
  }
  const deletion = await findDeletion(db, userId, chatId)
  if (!deletion?.bin?.row || fateOf(await readEntries(db, userId, chatId))?.kind !== 'chat.delete') return
  await db.chats.put(deletion.bin.row)
  await enqueue(db, userId, chatId, 'chat.restore')
  await putUnsentBack(db, deletion.bin)
  // It is in the queue again: discarding the deletion must not add it twice.
  await db.outbox.put({ ...deletion, bin: { ...deletion.bin, entries: [], drafts: [], conflicts: [] } })
}

/** Deletes chats in Recently deleted for good, here at once. */
export async function eraseDeleted(db: CompanionDatabase, userId: number, chatIds: readonly string[]): Promise<void> {
  await inBatches(db, userId, chatIds, async (chatId) => {
    const row = await db.deletedChats.get([userId, chatId])
    await db.deletedChats.delete([userId, chatId])
    await dropMessages(db, userId, chatId)
    const deletion = await findDeletion(db, userId, chatId)
    if (deletion?.state === 'waiting') await db.outbox.delete(deletion.order ?? -1)
    if (!row?.local) await enqueue(db, userId, chatId, 'chat.erase')
  })
}

/** Older than any time of the server: before the first sync, nothing was seen. */
const NEVER = '1970-01-01T00:00:00.000Z'

/** The server's time of the list that this device has: what other devices changed later is not on it. */
const readSeen = async (db: CompanionDatabase, userId: number): Promise<string> =>
  (await db.sync.get([userId, 'chats']))?.synced_at || NEVER

const isClearing = (entry: OutboxEntry) => entry.kind === 'history.clear'

/**
 * Deletes everything in Recently deleted for good, here at once; also what this device does not have. What came there
 * after the last sync of this device is deleted one by one, as the server leaves it; a clear that waits is for good
 * then.
 */
export async function enqueueEmpty(db: CompanionDatabase, userId: number): Promise<void> {
  const entries = await readEntries(db, userId)
  // A deletion that was refused, or that a restoration follows, leaves its chat in the list.
  const queues = [...Map.groupBy(entries, ({ queueKey }) => queueKey)]
  const unsent = queues.flatMap(([chatId, queue]) => (fateOf(queue)?.kind === 'chat.delete' ? chatId : []))
  const seen = await readSeen(db, userId)
  const clearings = entries.filter(isClearing)
  const later = await rowsOf(db, userId)
    // Chats that a waiting clear has hidden are not there yet, and may not come there.
    .filter(({ server, acknowledged }) =>
      server?.deleted_at ? server.deleted_at > seen : acknowledged || clearings.length === 0,
    )
    .toArray()
  await eraseDeleted(db, userId, [...new Set([...unsent, ...later.map(({ id }) => id)])])
  await writeAs(db, userId, storedChatTables(db), async () => {
    const range = rowsOf(db, userId)
    for (const [, chatId] of await range.primaryKeys()) await dropMessages(db, userId, chatId)
    await range.delete()
    // What was restored must not be cleared for good: then all that is cleared stays in Recently deleted.
    const isRestoring = entries.some(({ kind }) => kind === 'chat.restore')
    for (const each of isRestoring ? [] : clearings) {
      if (each.state === 'waiting') await db.outbox.put({ ...each, body: { ...each.body, permanent: true } })
    }
    await db.outbox.add({ ...freshEntry(userId, HISTORY), kind: 'history.empty', body: { seen } })
  })
}

/**
 * Moves all chats to Recently deleted, saved ones only on request: those that are here at once, all others when the
 * server has the entry, except those that have changed since the last sync of this device. What changed here since then
 * is deleted one by one, also because only this device can restore unsent changes.
 */
export async function enqueueClear(db: CompanionDatabase, userId: number, include_saved: boolean): Promise<void> {
  await writeAs(db, userId, storedChatTables(db), async () => {
    const deleted_at = new Date().toISOString()
    const needed = await neededHere(db, userId)
    const seen = await readSeen(db, userId)
    const isOwn = ({ id, server }: ChatRow) =>
      server == null || needed.has(id) || server.updated_at > seen || server.last_message_at > seen
    const chats = await startingWith(db.chats, '[account+id]', [userId])
      .filter(({ is_saved }) => include_saved || !is_saved)
      .toArray()
    const [own, others] = [chats.filter(isOwn), chats.filter((row) => !isOwn(row))]
    for (const { id } of own) await binChat(db, userId, id, 0)
    await db.chats.bulkDelete(others.map(({ id }): OwnedKey => [userId, id]))
    await db.deletedChats.bulkPut(others.map((row) => ({ ...row, deleted_at })))
    await db.outbox.add({ ...freshEntry(userId, HISTORY), kind: 'history.clear', body: { include_saved, seen } })
  })
}

async function inBatches(
  db: CompanionDatabase,
  userId: number,
  chatIds: readonly string[],
  work: (chatId: string) => Promise<void>,
): Promise<void> {
  for (let from = 0; from < chatIds.length; from += AT_ONCE) {
    await writeAs(db, userId, storedChatTables(db), async () => {
      for (const chatId of chatIds.slice(from, from + AT_ONCE)) await work(chatId)
    })
  }
}

async function enqueue(
  db: CompanionDatabase,
  userId: number,
  chatId: string,
  kind: 'chat.restore' | 'chat.erase',
): Promise<void> {
  await db.outbox.add({ ...freshEntry(userId, chatId), kind, body: {} })
}
