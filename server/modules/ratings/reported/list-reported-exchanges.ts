import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { listReportedExchanges as call } from '#contract/endpoints/ratings/reported-exchanges.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { countReportedExchanges, findReportedExchanges } from './reported-exchanges.repository.ts'

const PAGE_SIZE = 20

export async function listReportedExchanges(
  { db }: Pick<Dependencies, 'db'>,
  { page = 1, page_size = PAGE_SIZE }: QueryOf<typeof call>,
): Promise<ResponseOf<typeof call>> {
  return { count: await countReportedExchanges(db), results: await findReportedExchanges(db, { page, page_size }) }
}
