import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { listDeliveries as call } from '#contract/endpoints/newsletter/issues.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import type { RecordAudit } from '../../../../lib/audit-actions.ts'
import { issueNotFound } from '../../newsletter.errors.ts'

const PAGE_SIZE = 20

/** The mails of an issue in one state, with the addresses that still exist. */
export async function listDeliveries(
  { db }: Pick<Dependencies, 'db'>,
  { id, status, page = 1, page_size = PAGE_SIZE }: QueryOf<typeof call> & { id: number },
  record: RecordAudit,
): Promise<ResponseOf<typeof call>> {
  const issue = await db.selectFrom('newsletter_issues').select('id').where('id', '=', id).executeTakeFirst()
  if (issue === undefined) throw issueNotFound()
  const selected = db
    .selectFrom('newsletter_deliveries as d')
    .where('d.issue_id', '=', id)
    .where('d.status', '=', status)
  const { count } = await selected.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const results = await selected
    .leftJoin('users', 'users.id', 'd.user_id')
    .leftJoin('newsletter_subscribers as s', 's.id', 'd.subscriber_id')
    .select(['d.id', 'd.language', 'd.status', 'd.reply', 'd.attempts'])
    .select((eb) => eb.fn.coalesce('users.email', 's.email').as('email'))
    .orderBy('d.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  await record(db, { details: { issue: id, status }, onceWithinMs: 10 * 60_000 })
  return { count: Number(count), results }
}
