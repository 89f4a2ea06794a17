import { type Kysely, type Selectable, sql } from 'kysely'
import type { JudgeRun } from '#contract/objects/ratings/judge-run.ts'
import { type Axis, axes, byAxis } from '#contract/objects/scores.ts'
import type { Language } from '#contract/primitives.ts'
import type { Database } from '../../db/schema/schema.ts'
import type { JudgeRunsTable } from '../../db/schema/schema-ratings.ts'

type JudgeRunRow = Selectable<JudgeRunsTable>

export interface RatedExchange {
  id: string
  question: string
  answer: string
  language: Language
}

/** Older runs are not shown. */
const SHOWN = 20

const isRated = sql<boolean>`exists (select 1 from exchange_ratings
  where exchange_ratings.exchange_id = offered_exchanges.id and exchange_ratings.kind = 'rating')`

/** How many exchanges people have rated, and the length of their texts in characters. */
export async function measureRated(db: Kysely<Database>): Promise<{ exchanges: number; characters: number }> {
  const { exchanges, characters } = await db
    .selectFrom('offered_exchanges')
    .select((eb) => [
      eb.fn.countAll<number>().as('exchanges'),
      sql<number>`coalesce(sum(length(question) + length(answer)), 0)`.as('characters'),
    ])
    .where(isRated)
    .executeTakeFirstOrThrow()
  return { exchanges: Number(exchanges), characters: Number(characters) }
}

/** The next exchange that the run has not scored yet. */
export function nextExchange(db: Kysely<Database>, runId: string): Promise<RatedExchange | undefined> {
  return db
    .selectFrom('offered_exchanges')
    .select(['id', 'question', 'answer', 'language'])
    .where(isRated)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('judge_run_scores')
            .select('exchange_id')
            .where('run_id', '=', runId)
            .whereRef('exchange_id', '=', 'offered_exchanges.id'),
        ),
      ),
    )
    .orderBy('offered_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

export async function findJudgeRun(db: Kysely<Database>, id: string): Promise<JudgeRun | undefined> {
  const row = await db.selectFrom('judge_runs').selectAll().where('id', '=', id).executeTakeFirst()
  return row === undefined ? undefined : (await toJudgeRuns(db, [row]))[0]
}

/** Newest first. */
export async function listRuns(db: Kysely<Database>): Promise<JudgeRun[]> {
  const rows = await db
    .selectFrom('judge_runs')
    .selectAll()
    .orderBy('started_at', 'desc')
    .orderBy('id')
    .limit(SHOWN)
    .execute()
  return toJudgeRuns(db, rows)
}

async function toJudgeRuns(db: Kysely<Database>, rows: readonly JudgeRunRow[]): Promise<JudgeRun[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const counts = await db
    .selectFrom('judge_run_scores')
    .select((eb) => [
      'run_id',
      eb.fn.countAll<number>().as('scored'),
      sql<number>`coalesce(sum(tokens), 0)`.as('tokens'),
    ])
    .where('run_id', 'in', ids)
    .groupBy('run_id')
    .execute()
  const byRun = new Map(counts.map((count) => [count.run_id, count]))
  const { exchanges } = await measureRated(db)
  return rows.map(({ id, model, rubric_version, state, started_at }) => {
    const scored = Number(byRun.get(id)?.scored ?? 0)
    // A run that is done has scored all exchanges that there were then; of one that failed only the scored ones count.
    const total = state === 'running' || state === 'stopped' ? Math.max(scored, exchanges) : scored
    return { id, model, rubric_version, state, started_at, scored, total, tokens: Number(byRun.get(id)?.tokens ?? 0) }
  })
}

/** A rating of an exchange that a run has scored, with the scores of the offer (`active`) and of the run (`tried`). */
export interface TriedRating {
  exchangeId: string
  active: Record<Axis, number | null>
  tried: Record<Axis, number | null>
  raters: Record<Axis, number | null>
}

/** The ratings of the exchanges that the run has scored. */
export async function readTriedRatings(db: Kysely<Database>, runId: string): Promise<TriedRating[]> {
  const scores = await db.selectFrom('judge_run_scores').selectAll().where('run_id', '=', runId).execute()
  const tried = new Map(scores.map((row) => [row.exchange_id, row]))
  const rows = await db
    .selectFrom('exchange_ratings as ratings')
    .innerJoin('offered_exchanges as offered', 'offered.id', 'ratings.exchange_id')
    .innerJoin('judge_run_scores as scores', (join) =>
      join.onRef('scores.exchange_id', '=', 'offered.id').on('scores.run_id', '=', runId),
    )
    .selectAll('ratings')
    .select(axes.map((axis) => sql<number | null>`${sql.ref(`offered.${axis}`)}`.as(`active_${axis}` as const)))
    .where('ratings.kind', '=', 'rating')
    .execute()
  return rows.flatMap((row) => {
    const own = tried.get(row.exchange_id)
    if (own === undefined) return []
    return [
      {
        exchangeId: row.exchange_id,
        active: byAxis((axis) => row[`active_${axis}`]),
        tried: byAxis((axis) => own[axis]),
        raters: byAxis((axis) => row[axis]),
      },
    ]
  })
}
