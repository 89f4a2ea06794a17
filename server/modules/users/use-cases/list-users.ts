import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import { API_BASE } from '#contract/endpoint.ts'
import { listUsers as call } from '#contract/endpoints/admin.ts'
import { nearerPage } from '../../../db/nearer-page.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { toUsers } from '../../accounts/profile/to-user.ts'
import { countUsers, findUserIds, readUsers } from '../users.repository.ts'

const PAGE_SIZE = 24

/** Users by page from 1, newest first unless ordered; `count` is the number of matches. */
export async function listUsers(
  { db, config, now }: Pick<Dependencies, 'config' | 'db' | 'now'>,
  query: QueryOf<typeof call>,
): Promise<ResponseOf<typeof call>> {
  const { page = 1, page_size = PAGE_SIZE } = query
  const time = isoTime(now())
  const count = await countUsers(db, query, time)
  const ids = await findUserIds(db, query, { time, page: nearerPage(page, { size: page_size, count }) })
  const rows = await readUsers(db, ids, time)
  const users = new Map((await toUsers(db, rows, now())).map((user) => [user.id, user]))
  const pageUrl = (number: number) => {
    const given = Object.entries({ ...query, page: number }).filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
    return `${config.publicUrl}${API_BASE}${call.path}?${search}`
  }
  return {
    count,
    next: page * page_size < count ? pageUrl(page + 1) : null,
    previous: page > 1 ? pageUrl(page - 1) : null,
    results: rows.flatMap(({ id, state, current_subscription_id, last_seen_at }) => {
      const user = users.get(id)
      return user === undefined ? [] : [{ ...user, state, current_subscription_id, last_seen_at }]
    }),
  }
}
