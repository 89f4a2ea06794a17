import { DAY_MS } from '#lib/timing/day-ms.ts'
import type { CompanionDatabase, OwnedKey } from './database.ts'
import { readDeviceSetting } from './device-settings.ts'
import { byAge, countChats, dropChats, neededHere } from './removable-chats.ts'
import { writeAs } from './write-as.ts'

/** A chat that was opened within this time is not pruned: another tab may still show it. */
const IN_USE_MS = DAY_MS

const loaded = new Map<number, Set<string>>()

/** Ids of chats that the user has loaded in this page, also of those still to be stored: later prunes spare them. */
export function chatsLoadedHere(userId: number): Set<string> {
  const chatIds = loaded.get(userId) ?? new Set()
  loaded.set(userId, chatIds)
  return chatIds
}

/** Records that a chat is open. Runs in the caller's transaction if there is one. */
export async function markOpened(
  db: CompanionDatabase,
  userId: number,
  chatId: string,
  now: number = Date.now(),
): Promise<void> {
  await db.chats.update([userId, chatId], { used_at: now })
}

/**
 * Records that the user has brought these chats to the list: prunes of this page spare them, and those of other tabs and
 * later pages as if they had been opened now.
 */
export async function markLoaded(db: CompanionDatabase, userId: number, chatIds: readonly string[]): Promise<void> {
  for (const chatId of chatIds) chatsLoadedHere(userId).add(chatId)
  const keys = chatIds.map((chatId): OwnedKey => [userId, chatId])
  await writeAs(db, userId, [db.chats], async () => {
    await db.chats.where('[account+id]').anyOf(keys).modify({ used_at: Date.now() })
  })
}

/**
 * Keeps the newest `offline_chats` chats with their messages, pinned, recently opened and `spared` chats, and each chat
 * with data that exists on this device only. The other chats are deleted here and loaded again on demand.
 */
export async function pruneCopy(
  db: CompanionDatabase,
  userId: number,
  spared: ReadonlySet<string> = new Set(),
): Promise<void> {
  await writeAs(db, userId, [db.chats, db.messages, db.outbox, db.drafts, db.sync, db.device], async () => {
    // Read now, not at the start of the sync: the user may have raised the number in between.
    const wanted = await readDeviceSetting(db, 'offline_chats')
    if (wanted === 'all') return
    const older = (await countChats(db, userId)) - wanted
    // The usual case: this runs after every sync, so it must read no row when there is nothing to prune.
    if (older <= 0) return
    const since = Date.now() - IN_USE_MS
    const unused = (await byAge(db, userId).limit(older).toArray()).filter(
      ({ id, local, is_pinned, used_at = 0 }) =>
        !local && !is_pinned && !spared.has(id) && (used_at < since || used_at > Date.now()),
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
