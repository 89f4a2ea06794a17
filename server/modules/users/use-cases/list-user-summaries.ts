import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { listUserSummaries as call } from '#contract/endpoints/admin.ts'
import { nearerPage } from '../../../db/nearer-page.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { countUsers, findUserIds, readUsers } from '../users.repository.ts'

const PAGE_SIZE = 24

/** Name, plan and state of users by page from 1, found by their names only; each page that is read is recorded. */
export async function listUserSummaries(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  { search, state, ordering = 'name', page = 1, page_size = PAGE_SIZE }: QueryOf<typeof call>,
  record: RecordAudit,
): Promise<ResponseOf<typeof call>> {
  const time = isoTime(now())
  const selection = { search, state, ordering, isByName: true }
  const count = await countUsers(db, selection, time)
  const ids = await findUserIds(db, selection, { time, page: nearerPage(page, { size: page_size, count }) })
  const rows = await readUsers(db, ids, time)
  // Whether something was sought, never what: it may be a name, and entries are never deleted.
  await record(db, { details: { page, listed: rows.length, searched: Boolean(search?.trim()) } })
  return {
    count,
    results: rows.map(({ id, first_name, last_name, plan_title, state: current }) => ({
      ...{ id, first_name, last_name },
      plan: plan_title,
      state: current,
    })),
  }
}
