import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'
import { subscriptionNotFound } from '../subscriptions/subscriptions.errors.ts'
import { type SubscriptionRow, withPlans } from '../subscriptions/subscriptions.repository.ts'

/** Any user's subscription to this product. Throws `not_found`. */
export async function findAnySubscription(db: Kysely<Database>, id: number): Promise<SubscriptionRow> {
  const rows = await db.selectFrom('subscriptions').selectAll().where('id', '=', id).execute()
  const [row] = await withPlans(db, rows)
  if (row === undefined) throw subscriptionNotFound()
  return row
}
