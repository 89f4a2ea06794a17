import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { listIssues as call } from '#contract/endpoints/newsletter/issues.ts'
import type { Dependencies } from '../../../../dependencies.ts'
import { newsletterLacks } from '../../newsletter-lacks.ts'
import { findIssues } from '../issues.repository.ts'

const PAGE_SIZE = 20

export async function listIssues(
  { db, config }: Pick<Dependencies, 'db' | 'config'>,
  { page = 1, page_size = PAGE_SIZE }: QueryOf<typeof call>,
): Promise<ResponseOf<typeof call>> {
  const { count } = await db
    .selectFrom('newsletter_issues')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { count: Number(count), results: await findIssues(db, { page, page_size }), lacks: newsletterLacks(config) }
}
