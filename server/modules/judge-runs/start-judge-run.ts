import type { JudgeRun, JudgeRunInput } from '#contract/objects/ratings/judge-run.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { RecordAudit } from '../../lib/audit-actions.ts'
import { isoTime } from '../../lib/time.ts'
import { judgeChoice } from './judge-choice.ts'
import { judgeRunNotFound, judgeRunRunning, judgeUnknown } from './judge-runs.errors.ts'
import { findJudgeRun } from './judge-runs.repository.ts'

/** Stores a judge run, which the job then does; a repeat with the same id changes nothing. Throws conflict. */
export async function startJudgeRun(
  deps: Pick<Dependencies, 'db' | 'judge' | 'models' | 'now'>,
  { id, model, rubric_version }: JudgeRunInput,
  record: RecordAudit,
): Promise<JudgeRun> {
  const choice = judgeChoice(deps)
  if (!choice.rubric_versions.some((known) => known === rubric_version)) throw judgeUnknown('rubric_version')
  if (model !== null && !choice.models.some((known) => known.id === model)) throw judgeUnknown('model')
  return deps.db.transaction().execute(async (trx) => {
    // The unique index of running judge runs admits one, also of simultaneous requests.
    await trx
      .insertInto('judge_runs')
      .values({ id, model, rubric_version, state: 'running', started_at: isoTime(deps.now()) })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    const run = await findJudgeRun(trx, id)
    if (run === undefined) throw judgeRunRunning()
    await record(trx, { details: { rubric_version, model } })
    return run
  })
}

/** Stops a judge run; one that has ended stays as it is. Throws not_found. */
export function stopJudgeRun(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  id: string,
  record: RecordAudit,
): Promise<JudgeRun> {
  return db.transaction().execute(async (trx) => {
    await trx
      .updateTable('judge_runs')
      .set({ state: 'stopped', ended_at: isoTime(now()) })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute()
    const run = await findJudgeRun(trx, id)
    if (run === undefined) throw judgeRunNotFound()
    await record(trx, {})
    return run
  })
}
