import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'
import { DAY_MS, isoTime } from '../../lib/time.ts'

/** A device that was offline for longer gets a full list (`listChats`). */
const SYNC_DAYS = 60
/** One day longer, because clocks differ and lists are read page by page. */
const RETENTION_DAYS = SYNC_DAYS + 1

/** UUIDs of version 5: chats that were imported from another product have such ids, and no others do. */
const IMPORTED = '______________5%'

/** Whether all tombstones since then (ISO 8601) still exist. `now` in milliseconds since 1970. */
export const remembersSince = (since: string, now: number): boolean => since >= isoTime(now - SYNC_DAYS * DAY_MS)

/**
 * Deletes old tombstones, also of withdrawn messages and removed facts; concurrent runs are safe. Those of imported chats
 * stay, so that no later import of the same chats brings them back unasked.
 */
export async function forgetTombstones(db: Kysely<Database>, now: number): Promise<void> {
  const before = isoTime(now - RETENTION_DAYS * DAY_MS)
  await db.deleteFrom('deletions').where('deleted_at', '<', before).where('id', 'not like', IMPORTED).execute()
  await db.deleteFrom('withdrawn_messages').where('withdrawn_at', '<', before).execute()
  await db.deleteFrom('removed_memories').where('removed_at', '<', before).execute()
}

/** Stores that a message which the server does not have was deleted; a repeat changes nothing. */
export async function storeWithdrawn(db: Kysely<Database>, userId: number, id: string, now: number): Promise<void> {
  await db
    .insertInto('withdrawn_messages')
    .values({ user_id: userId, id, withdrawn_at: isoTime(now) })
    .onConflict((conflict) => conflict.columns(['user_id', 'id']).doNothing())
    .execute()
}

export async function isWithdrawn(db: Kysely<Database>, userId: number, id: string): Promise<boolean> {
  const withdrawn = await db
    .selectFrom('withdrawn_messages')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return withdrawn !== undefined
}

/** Whether a chat of the user was deleted for good, as far as it is remembered. */
export async function hasTombstone(db: Kysely<Database>, userId: number, chatId: string): Promise<boolean> {
  const tombstone = await db
    .selectFrom('deletions')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'chat')
    .where('id', '=', chatId)
    .executeTakeFirst()
  return tombstone !== undefined
}
