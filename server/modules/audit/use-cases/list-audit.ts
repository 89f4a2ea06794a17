import type { Kysely } from 'kysely'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { listAudit as call } from '#contract/endpoints/admin.ts'
import { nearerPage } from '../../../db/nearer-page.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { countAudit, findAuditIds, readAudit } from '../audit.repository.ts'
import { toAuditEntries } from './to-audit-entries.ts'

const PAGE_SIZE = 50

/** Newest first, by page from 1; `count` is the number of matches. */
export async function listAudit(
  db: Kysely<Database>,
  { page = 1, page_size = PAGE_SIZE, ...selection }: QueryOf<typeof call>,
): Promise<ResponseOf<typeof call>> {
  const count = await countAudit(db, selection)
  const ids = await findAuditIds(db, selection, nearerPage(page, { size: page_size, count }))
  return { count, results: await toAuditEntries(db, await readAudit(db, ids)) }
}
