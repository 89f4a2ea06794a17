import type { Kysely } from 'kysely'
import { prepareQuery, type Value } from '../../db/prepare-query.ts'
import type { Database } from '../../db/schema/schema.ts'

const sumUsage = prepareQuery((db, value: Value<{ userId: number; start: string }>) =>
  db
    .selectFrom('usage_entries')
    .select((eb) => [
      eb.fn.sum<number | null>('tokens').as('tokens'),
      eb.fn.sum<number | null>('searches').as('searches'),
    ])
    .where('user_id', '=', value('userId'))
    .where('at', '>=', value('start')),
)

/** The usage of answers since a time, including those of deleted chats. */
export async function usedSince(
  db: Kysely<Database>,
  userId: number,
  start: string,
): Promise<{ tokens: number; searches: number }> {
  const [sums] = await sumUsage(db, { userId, start })
  // Sums are text on PostgreSQL, and null without rows.
  return { tokens: Number(sums?.tokens ?? 0), searches: Number(sums?.searches ?? 0) }
}
