import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'
import { DAY_MS, isoTime } from '../../lib/time.ts'

/**
 * When an unsaved chat expires (ISO 8601), counted from `from` (milliseconds since 1970), by the user's setting; null,
 * the default, for never. Read it after the chat is locked, so that no concurrent change of the setting is missed.
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
