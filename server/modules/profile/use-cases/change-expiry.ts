import { type Kysely, type RawBuilder, sql } from 'kysely'
import { notBack } from '../../../db/not-back.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'

/** A shorter setting ends nothing at once: whoever sees the days left can still save a chat. */
const GRACE_DAYS = 7

/** Takes the locks of a user's unsaved chats, before that of the profile: chats come first wherever both are held. */
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
 * Unsaved chats end that many days after their last message, or never; none sooner than in a week. Devices learn it
 * from the chats, which count as changed where the day is another.
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
    .set({ updated_at: notBack(isoTime(now)) })
    .where('user_id', '=', userId)
    .where('is_saved', '=', 0)
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

/** The time of the last message and so many days, as text like all times. */
function later(engine: Dependencies['engine'], days: number): RawBuilder<string> {
  if (engine === 'sqlite') return sql`strftime('%Y-%m-%dT%H:%M:%fZ', last_message_at, ${`+${days} days`})`
  const added = sql`(last_message_at::timestamptz at time zone 'UTC') + make_interval(days => ${days}::int)`
  return sql`(to_char(${added}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') collate "C")`
}
