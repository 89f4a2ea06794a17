import type { CompanionDatabase } from './database.ts'
import { readDeviceSetting } from './device-settings.ts'
import { byAge, countChats, dropChats, neededHere } from './removable-chats.ts'
import { writeAs } from './write-as.ts'

/** A chat that was open within this time stays: another tab may still show it. */
const IN_USE_MS = 24 * 60 * 60 * 1000

const loaded = new Map<number, Set<string>>()

/** The older chats that the person has asked for in this page: a later prune of it lets them stay. */
export function chatsLoadedHere(userId: number): Set<string> {
  const chatIds = loaded.get(userId) ?? new Set()
  loaded.set(userId, chatIds)
  return chatIds
}

/** Notes that a chat is open. Runs in the caller's transaction if there is one. */
export async function markOpened(
  db: CompanionDatabase,
  userId: number,
  chatId: string,
  now: number = Date.now(),
): Promise<void> {
  await db.chats.update([userId, chatId], { used_at: now })
}

/**
 * Keeps the newest `offline_chats` chats with their messages, those that are in use and `spared` ones, and
 * whatever belongs to something that only this device has. The others are loaded again when asked for.
 */
export async function pruneCopy(
  db: CompanionDatabase,
  userId: number,
  spared: ReadonlySet<string> = new Set(),
): Promise<void> {
  await writeAs(db, userId, [db.chats, db.messages, db.outbox, db.drafts, db.sync, db.device], async () => {
    // Read here: a person may have asked for more chats since this sync began.
    const wanted = await readDeviceSetting(db, 'offline_chats')
    if (wanted === 'all') return
    const older = (await countChats(db, userId)) - wanted
    // Mostly there is nothing to do, and this is asked after every sync: then no row is read.
    if (older <= 0) return
    const since = Date.now() - IN_USE_MS
    const unused = (await byAge(db, userId).limit(older).toArray()).filter(
      ({ id, local, used_at = 0 }) => !local && !spared.has(id) && (used_at < since || used_at > Date.now()),
    )
    if (unused.length === 0) return
    const needed = await neededHere(db, userId)
    await dropChats(
      db,
      userId,
      unused.filter(({ id }) => !needed.has(id)),
    )
  })
}
