import type { Kysely } from 'kysely'
import { lockUser } from '../../../db/lock-user.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { findEntitlement } from '../../subscriptions/use-cases/entitlement.ts'
import { usedSince } from '../usage.repository.ts'

interface Answer {
  userId: number
  messageId: string
}

/**
 * Counts one web search for an answer, under the user's lock, so that concurrent answers never exceed the limit; false
 * when none is left in the period. A limit of 0 means unlimited.
 */
export function takeSearch(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  { userId, messageId }: Answer,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if (!(await lockUser(trx, userId))) return false
    const period = await findEntitlement(trx, userId, now())
    const limit = period?.plan.searches_limit ?? 0
    if (period !== undefined && limit > 0) {
      const { searches } = await usedSince(trx, userId, period.start)
      if (searches >= limit) return false
    }
    await trx
      .insertInto('usage_entries')
      .values({ user_id: userId, message_id: messageId, at: isoTime(now()), tokens: 0, searches: 1 })
      .onConflict((known) =>
        known.columns(['user_id', 'message_id']).doUpdateSet((eb) => ({
          searches: eb('usage_entries.searches', '+', 1),
          at: eb.ref('excluded.at'),
        })),
      )
      .execute()
    return true
  })
}

/** Takes back the count of a search that the search service did not answer. */
export async function giveSearchBack(db: Kysely<Database>, { userId, messageId }: Answer): Promise<void> {
  await db
    .updateTable('usage_entries')
    .set((eb) => ({ searches: eb('searches', '-', 1) }))
    .where('user_id', '=', userId)
    .where('message_id', '=', messageId)
    .where('searches', '>', 0)
    .execute()
}
