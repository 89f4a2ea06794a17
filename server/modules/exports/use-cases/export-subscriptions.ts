import type { Kysely } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { SubscriptionRow } from '../../subscriptions/subscriptions.repository.ts'
import { withPlans } from '../../subscriptions/subscriptions.repository.ts'
import { type Column, csvPages } from '../csv-pages.ts'

interface ExportedRow extends SubscriptionRow {
  id: number
  email: string
}

const columns: readonly Column<ExportedRow>[] = [
  ['id', ({ id }) => id],
  ['user_id', ({ subscription }) => subscription.user_id],
  ['email', ({ email }) => email],
  ['plan_id', ({ plan }) => plan.id],
  ['plan', ({ plan }) => plan.name],
  ['price', ({ plan }) => plan.price],
  ['currency', ({ plan }) => plan.currency],
  ['interval', ({ plan }) => plan.interval],
  ['status', ({ subscription }) => subscription.status],
  ['source', ({ subscription }) => subscription.source],
  ['is_trial', ({ subscription }) => subscription.is_trial === 1],
  ['cancel_at_period_end', ({ subscription }) => subscription.cancel_at_period_end === 1],
  ['current_period_start', ({ subscription }) => subscription.current_period_start],
  ['current_period_end', ({ subscription }) => subscription.current_period_end],
  ['created_at', ({ subscription }) => subscription.created_at],
]

/** All subscriptions to this product as CSV, oldest first, with the terms under which they were sold. */
export function exportSubscriptions(db: Kysely<Database>): AsyncGenerator<string, void> {
  return csvPages(columns, (after, limit) => readPage(db, after, limit))
}

async function readPage(db: Kysely<Database>, after: number, limit: number): Promise<ExportedRow[]> {
  const rows = await db
    .selectFrom('subscriptions')
    .selectAll()
    .where('id', '>', after)
    .where('plan_id', 'in', (plans) => plans.selectFrom('plans').select('plans.id').where('product', '=', PRODUCT))
    .orderBy('id')
    .limit(limit)
    .execute()
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map(({ user_id }) => user_id))]
  const users = await db.selectFrom('users').select(['id', 'email']).where('id', 'in', ids).execute()
  const emails = new Map(users.map(({ id, email }) => [id, email]))
  return (await withPlans(db, rows)).map(({ subscription, plan }) => {
    // The user was deleted between the two reads.
    return { id: subscription.id, subscription, plan, email: emails.get(subscription.user_id) ?? '' }
  })
}
