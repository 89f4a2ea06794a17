import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { AxisAgreement, RubricAgreement } from '#contract/objects/ratings/agreement.ts'
import { type Axis, axes } from '#contract/objects/scores.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { type ComparedRating, readComparedRatings } from './agreement.repository.ts'
import { type RatedScore, summariseAxis } from './summarise-axis.ts'

/** One entry for each source and version of the rubric, the one with the latest rating first. */
export async function computeAgreement(db: Kysely<Database>): Promise<RubricAgreement[]> {
  const byVersion = Map.groupBy(await readComparedRatings(db), ({ source, rubric }) => `${source} ${rubric}`)
  const newestFirst = [...byVersion.values()].sort((a, b) => (latest(a) < latest(b) ? 1 : -1))
  const versions: RubricAgreement[] = []
  for (const ratings of newestFirst) {
    const [first] = ratings
    if (first === undefined) continue
    const summaries: AxisAgreement[] = []
    for (const axis of axes) {
      summaries.push(summariseAxis(axis, scoresOf(ratings, axis)))
      // The bootstrap of an axis blocks the event loop; other requests run between two axes.
      await nextTurn()
    }
    versions.push({ rubric_version: first.rubric, source: first.source, axes: summaries })
  }
  return versions
}

const latest = (ratings: readonly ComparedRating[]): string => ratings.at(-1)?.rated_at ?? ''

/** The answers with a score of the judge and a rating on this axis. */
function scoresOf(ratings: readonly ComparedRating[], axis: Axis): RatedScore[] {
  return [...Map.groupBy(ratings, ({ exchangeId }) => exchangeId).values()].flatMap((own) => {
    const judge = own[0]?.judge[axis] ?? null
    const raters = own.flatMap((rating) => rating.raters[axis] ?? [])
    return judge === null || raters.length === 0 ? [] : [{ judge, raters }]
  })
}
