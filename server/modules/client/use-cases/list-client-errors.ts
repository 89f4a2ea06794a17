import type { ClientErrorCount } from '#contract/objects/client-error.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'

const DAYS = 7
const ROWS_MAX = 100

/** The errors of the last seven days, today's included, summed over the days; the most frequent first. */
export function listClientErrors({ db, now }: Pick<Dependencies, 'db' | 'now'>): Promise<ClientErrorCount[]> {
  const columns = ['source', 'code', 'build', 'engine', 'route'] as const
  return db
    .selectFrom('client_errors')
    .select(columns)
    .select(({ fn }) => [fn.sum<number>('count').as('count'), fn.max('day').as('last_day')])
    .where('day', '>', isoTime(now() - DAYS * DAY_MS).slice(0, 10))
    .groupBy(columns)
    .orderBy('count', 'desc')
    .orderBy('last_day', 'desc')
    .orderBy('code')
    .limit(ROWS_MAX)
    .execute()
}
