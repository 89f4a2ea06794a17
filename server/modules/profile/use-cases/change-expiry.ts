import { type Kysely, type RawBuilder, sql } from 'kysely'
import { notBack } from '../../../db/not-back.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'

/** A shorter setting deletes nothing at once, so that users can still save their chats. */
const GRACE_DAYS = 7

/** Locks a user's unsaved chats; this must precede the lock of the profile, as in every transaction that takes both. */
export async function lockUnsavedChats(
  trx: Kysely<Database>,
  engine: Dependencies['engine'],
  userId: number,
): Promise<void> {
  if (engine !== 'postgres') return
  const chats = trx.selectFrom('chats').select('id').where('user_id', '=', userId).where('is_saved', '=', 0)
  await chats.orderBy('id').forUpdate().execute()
}

/**
 * Sets unsaved chats to expire that many days after their last message, but not within a week; null for never. Chats
 * with a new expiry count as changed, so that devices fetch them.
 */
export async function changeExpiry(
  trx: Kysely<Database>,
  engine: Dependencies['engine'],
  userId: number,
  days: number | null,
  now: number,
): Promise<void> {
  const unsaved = trx
    .updateTable('chats')
    .set({ updated_at: notBack(isoTime(now)), expires_warned_at: null })
    .where('user_id', '=', userId)
    .where('is_saved', '=', 0)
    .where('deleted_at', 'is', null)
  if (days === null) {
    await unsaved.set({ expires_at: null }).where('expires_at', 'is not', null).execute()
    return
  }
  const soonest = isoTime(now + GRACE_DAYS * DAY_MS)
  const usual = later(engine, days)
  const expires = sql<string>`case when ${usual} > ${soonest} then ${usual} else ${soonest} end`
  await unsaved
    .set({ expires_at: expires })
    .where(sql<boolean>`(expires_at is null or expires_at <> ${expires})`)
    .execute()
}

/** The time of the last message plus `days`, as ISO 8601 text. */
function later(engine: Dependencies['engine'], days: number): RawBuilder<string> {
  if (engine === 'sqlite') return sql`strftime('%Y-%m-%dT%H:%M:%fZ', last_message_at, ${`+${days} days`})`
  const added = sql`(last_message_at::timestamptz at time zone 'UTC') + make_interval(days => ${days}::int)`
  return sql`(to_char(${added}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C")`
}
