import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import { API_BASE } from '#contract/endpoint.ts'
import { listUsers as call } from '#contract/endpoints/admin.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { toUsers } from '../../accounts/profile/to-user.ts'
import { countUsers, findUsers } from '../users.repository.ts'

const PAGE_SIZE = 24

/** Users, newest first, by page from 1; `count` is the number of matches. */
export async function listUsers(
  { db, config, now }: Pick<Dependencies, 'config' | 'db' | 'now'>,
  query: QueryOf<typeof call>,
): Promise<ResponseOf<typeof call>> {
  const { page = 1, page_size = PAGE_SIZE } = query
  const count = await countUsers(db, query)
  const rows = await findUsers(db, query, { limit: page_size, offset: (page - 1) * page_size })
  const pageUrl = (number: number) => {
    const given = Object.entries({ ...query, page: number }).filter(([, value]) => value !== undefined)
    const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))
    return `${config.publicUrl}${API_BASE}${call.path}?${search}`
  }
  return {
    count,
    next: page * page_size < count ? pageUrl(page + 1) : null,
    previous: page > 1 ? pageUrl(page - 1) : null,
    results: await toUsers(db, rows, now()),
  }
}
