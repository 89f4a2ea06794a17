import type { Kysely } from 'kysely'
import type { ListedReportedExchange, ReportedExchange } from '#contract/objects/ratings/reported-exchange.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { exchangeNotReported } from '../ratings.errors.ts'

/** The reports that no admin has dismissed. */
const selectReports = (db: Kysely<Database>) =>
  db
    .selectFrom('exchange_ratings as report')
    .where('report.kind', '=', 'report')
    .where('report.dismissed_at', 'is', null)

export async function countReportedExchanges(db: Kysely<Database>): Promise<number> {
  const { count } = await selectReports(db)
    .select(({ fn }) => fn.count<number>('report.exchange_id').distinct().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The last reported first, by page from 1. */
export async function findReportedExchanges(
  db: Kysely<Database>,
  { page, page_size }: { page: number; page_size: number },
): Promise<ListedReportedExchange[]> {
  const rows = await selectReports(db)
    .innerJoin('offered_exchanges as offered', 'offered.id', 'report.exchange_id')
    .select(({ fn }) => [
      'offered.id',
      'offered.language',
      fn.countAll<number>().as('reports'),
      fn.max('report.created_at').as('reported_at'),
    ])
    .groupBy(['offered.id', 'offered.language'])
    .orderBy('reported_at', 'desc')
    .orderBy('offered.id')
    .limit(page_size)
    .offset((page - 1) * page_size)
    .execute()
  if (rows.length === 0) return []
  const reasons = await selectReports(db)
    .select(['report.exchange_id', 'report.reason'])
    .where(
      'report.exchange_id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('report.created_at')
    .execute()
  const lastReasons = new Map(reasons.map(({ exchange_id, reason }) => [exchange_id, reason]))
  return rows.map((row) => ({ ...row, reports: Number(row.reports), reason: lastReasons.get(row.id) ?? '' }))
}

/** Throws not_found: withdrawn, edited by its author, or dismissed by another admin. */
export async function readReportedExchange(db: Kysely<Database>, id: string): Promise<ReportedExchange> {
  const exchange = await db
    .selectFrom('offered_exchanges')
    .select(['id', 'language', 'question', 'answer', 'offered_at'])
    .select(({ selectFrom }) =>
      selectFrom('exchange_ratings')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('exchange_id', '=', 'offered_exchanges.id')
        .where('kind', '=', 'rating')
        .as('ratings'),
    )
    .where('id', '=', id)
    .executeTakeFirst()
  const reports = await selectReports(db)
    .innerJoin('users', 'users.id', 'report.user_id')
    .select(['report.reason', 'report.created_at as reported_at'])
    .select(['users.id', 'users.email', 'users.first_name', 'users.last_name'])
    .where('report.exchange_id', '=', id)
    .orderBy('report.created_at', 'desc')
    .execute()
  if (exchange === undefined || reports.length === 0) throw exchangeNotReported()
  return {
    ...exchange,
    ratings: Number(exchange.ratings ?? 0),
    reports: reports.map(({ reason, reported_at, ...user }) => ({ reason, reported_at, user })),
  }
}
