import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'

/** The usage of answers since a time, including those of deleted chats. */
export async function usedSince(
  db: Kysely<Database>,
  userId: number,
  start: string,
): Promise<{ tokens: number; searches: number }> {
  const { tokens, searches } = await db
    .selectFrom('usage_entries')
    .select((eb) => [
      eb.fn.sum<number | null>('tokens').as('tokens'),
      eb.fn.sum<number | null>('searches').as('searches'),
    ])
    .where('user_id', '=', userId)
    .where('at', '>=', start)
    .executeTakeFirstOrThrow()
  // Sums are text on PostgreSQL, and null without rows.
  return { tokens: Number(tokens ?? 0), searches: Number(searches ?? 0) }
}
