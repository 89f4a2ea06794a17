import { setImmediate as nextTurn } from 'node:timers/promises'
import type { AxisAgreement } from '#contract/objects/ratings/agreement.ts'
import type { JudgeComparison } from '#contract/objects/ratings/judge-run.ts'
import { type Axis, axes } from '#contract/objects/scores.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type RatedScore, summariseAxis } from '../ratings/agreement/summarise-axis.ts'
import { judgeRunNotFound } from './judge-runs.errors.ts'
import { findJudgeRun, readTriedRatings, type TriedRating } from './judge-runs.repository.ts'

/** How a judge run and the scores that the answers had agree with people, on the same exchanges. Throws not_found. */
export async function compareJudgeRun({ db }: Pick<Dependencies, 'db'>, id: string): Promise<JudgeComparison> {
  const run = await findJudgeRun(db, id)
  if (run === undefined) throw judgeRunNotFound()
  const ratings = await readTriedRatings(db, id)
  const [tried, active]: [AxisAgreement[], AxisAgreement[]] = [[], []]
  for (const axis of axes) {
    // An exchange that only one judge has scored would compare them on different answers.
    const shared = ratings.filter((rating) => rating.tried[axis] !== null && rating.active[axis] !== null)
    tried.push(summariseAxis(axis, scoresOf(shared, axis, 'tried')))
    await nextTurn()
    active.push(summariseAxis(axis, scoresOf(shared, axis, 'active')))
    await nextTurn()
  }
  return { run, tried, active }
}

function scoresOf(ratings: readonly TriedRating[], axis: Axis, of: 'tried' | 'active'): RatedScore[] {
  return [...Map.groupBy(ratings, ({ exchangeId }) => exchangeId).values()].flatMap((own) => {
    const judge = own[0]?.[of][axis] ?? null
    const raters = own.flatMap((rating) => rating.raters[axis] ?? [])
    return judge === null || raters.length === 0 ? [] : [{ judge, raters }]
  })
}
