import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { listReports as call } from '#contract/endpoints/feedback.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { findReports, selectReports } from '../reports.repository.ts'

const PAGE_SIZE = 20

export async function listReports(
  { db }: Pick<Dependencies, 'db'>,
  { state, page = 1, page_size = PAGE_SIZE }: QueryOf<typeof call>,
): Promise<ResponseOf<typeof call>> {
  const { count } = await selectReports(db, state)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return { count: Number(count), results: await findReports(db, { state, page, page_size }) }
}
