import { type Kysely, sql } from 'kysely'
import { type Axis, axes, byAxis, type ScoreSource } from '#contract/objects/scores.ts'
import type { Database } from '../../../db/schema/schema.ts'

/** A rating beside the judge's scores of the same answer. */
export interface ComparedRating {
  exchangeId: string
  source: ScoreSource
  rubric: string
  rated_at: string
  judge: Record<Axis, number | null>
  raters: Record<Axis, number | null>
}

/** Changes with every rating that is added or withdrawn, and costs less than reading them. */
export async function readRatingsState(db: Kysely<Database>): Promise<string> {
  const { count, last } = await db
    .selectFrom('exchange_ratings')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max('created_at').as('last')])
    .where('kind', '=', 'rating')
    .executeTakeFirstOrThrow()
  return `${count} ${last}`
}

/** The ratings of all answers that a judge has scored, the oldest first. */
export async function readComparedRatings(db: Kysely<Database>): Promise<ComparedRating[]> {
  const rows = await db
    .selectFrom('exchange_ratings as ratings')
    .innerJoin('offered_exchanges as offered', 'offered.id', 'ratings.exchange_id')
    .select(['offered.id as exchangeId', 'offered.source', 'offered.rubric_version', 'ratings.created_at'])
    .select(axes.map((axis) => sql<number | null>`${sql.ref(`offered.${axis}`)}`.as(`judge_${axis}` as const)))
    .select(axes.map((axis) => sql<number | null>`${sql.ref(`ratings.${axis}`)}`.as(`people_${axis}` as const)))
    .where('ratings.kind', '=', 'rating')
    .orderBy('ratings.created_at')
    .orderBy('ratings.id')
    .execute()
  return rows.flatMap(({ source, rubric_version, ...row }) => {
    if (source === null || rubric_version === null) return []
    return [
      {
        exchangeId: row.exchangeId,
        source,
        rubric: rubric_version,
        rated_at: row.created_at,
        judge: byAxis((axis) => row[`judge_${axis}`]),
        raters: byAxis((axis) => row[`people_${axis}`]),
      },
    ]
  })
}
