import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { listAllSubscriptions as call } from '#contract/endpoints/admin-billing.ts'
import { nearerPage } from '../../../db/nearer-page.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { toSubscription } from '../../subscriptions/subscriptions.mappers.ts'
import { countSubscriptions, findSubscriptionIds, readSubscriptionRows } from '../listed-subscriptions.repository.ts'

const PAGE_SIZE = 24

/** Subscriptions of all users by page from 1, newest first unless ordered; `count` is the number of matches. */
export async function listAllSubscriptions(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  query: QueryOf<typeof call>,
): Promise<ResponseOf<typeof call>> {
  const { page = 1, page_size = PAGE_SIZE } = query
  const time = isoTime(now())
  const count = await countSubscriptions(db, query, time)
  const ids = await findSubscriptionIds(db, query, { time, page: nearerPage(page, { size: page_size, count }) })
  const rows = await readSubscriptionRows(db, ids, time)
  return {
    count,
    results: rows.map(({ user: { id, email, first_name, last_name, photo_url }, state, next_at, ...row }) => ({
      ...toSubscription(row, now()),
      state,
      next_at,
      user: { id, email, first_name, last_name, photo_url },
    })),
  }
}
