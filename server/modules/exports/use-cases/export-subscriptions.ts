import type { SubscriptionSelection } from '#contract/objects/subscription-list.ts'
import { readStale } from '../../../db/read-replica.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import {
  findSubscriptionIds,
  type ListedSubscriptionRow,
  readSubscriptionRows,
} from '../../admin-billing/listed-subscriptions.repository.ts'
import { type Column, csvPages, pagesOfIds } from '../csv-pages.ts'

const columns: readonly Column<ListedSubscriptionRow>[] = [
  ['id', ({ id }) => id],
  ['user_id', ({ user }) => user.id],
  ['email', ({ user }) => user.email],
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
  ['state', ({ state }) => state],
  ['next_at', ({ next_at }) => next_at],
]

/**
 * Subscriptions to this product as CSV, with their sold terms: all, oldest first, unless the selection says otherwise.
 */
export async function exportSubscriptions(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  selection: SubscriptionSelection,
): Promise<AsyncGenerator<string, void>> {
  const time = isoTime(now())
  const ordered = { ...selection, ordering: selection.ordering ?? ('created_at' as const) }
  const ids = await readStale(db, (from) => findSubscriptionIds(from, ordered, { time }))
  return csvPages(
    columns,
    pagesOfIds(ids, (page) => readStale(db, (from) => readSubscriptionRows(from, page, time))),
  )
}
