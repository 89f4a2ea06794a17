import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'
import { DAY_MS, isoTime } from '../../lib/time.ts'

/**
 * When a chat that is not saved ends, counted from `from` (milliseconds since 1970), by the user's setting; null:
 * never, which is the default. Read it after the chat is locked, so that a change of the setting at the same moment is either seen or follows.
 */
export async function expiryOf(db: Kysely<Database>, userId: number, from: number): Promise<string | null> {
  const row = await db
    .selectFrom('chat_profiles')
    .select('unsaved_chats_days')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const days = row?.unsaved_chats_days ?? null
  return days === null ? null : isoTime(from + days * DAY_MS)
}
