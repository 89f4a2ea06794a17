import { randomUUID } from 'node:crypto'
import { axes, byAxis } from '#contract/objects/scores.ts'
import type { Dependencies } from '../../dependencies.ts'
import { isoTime } from '../../lib/time.ts'
import { repeat } from '../../lib/timing/repeat.ts'
import { createJudge } from '../../providers/judge/create-judge.ts'
import type { Judge } from '../../providers/judge/judge.ts'
import { readTwice } from '../scoring/worker/read-twice.ts'
import { scoresOf } from '../scoring/worker/scores-of.ts'
import { nextExchange, type RatedExchange } from './judge-runs.repository.ts'

export interface JudgeRunJob {
  /** Continues the running judge run to its end, unless another process does. Errors are thrown. */
  runOnce(): Promise<void>
  /** Aborts the scoring of the current exchange; another process, or the next start, scores it again and continues. */
  stop(): Promise<void>
}

type Deps = Pick<Dependencies, 'config' | 'db' | 'log' | 'now' | 'assistant' | 'judge'>

export interface JudgeRunOptions {
  /** How often a judge run is looked for. */
  everyMs?: number
  /** Before a second attempt at a reading. */
  pauseMs?: number
  /** For tests. */
  judgeFor?: (instead: { model: string | null; rubric: string }) => Judge
}

const EVERY_MS = 5_000
/** Longer than two readings with their retries take. */
const LEASE_MS = 10 * 60_000
const PAUSE_MS = 2_000
/** So many exchanges in a row without a usable reading end a judge run: the model does not answer. */
const FAILURES_MAX = 5
const notAssessed = byAxis(() => null)

/**
 * Scores the rated exchanges with the judge of a judge run, one after the other, so that answers of users are not
 * delayed. Each is stored by itself: after a crash the run continues after the last scored one, in any process, when the
 * lease has ended.
 */
export function createJudgeRunJob(
  deps: Deps,
  { judgeFor, everyMs = EVERY_MS, pauseMs = PAUSE_MS }: JudgeRunOptions = {},
): JudgeRunJob {
  const { db, log, now } = deps
  const makeJudge = judgeFor ?? ((instead) => createJudge(deps.config, deps.assistant, instead))
  const owner = randomUUID()
  const controller = new AbortController()

  async function runOnce(): Promise<void> {
    const running = await db.selectFrom('judge_runs').selectAll().where('state', '=', 'running').executeTakeFirst()
    if (running === undefined || deps.judge === null) return
    const judge = makeJudge({ model: running.model, rubric: running.rubric_version })
    let failures = 0
    while (!controller.signal.aborted && (await claim(running.id))) {
      const exchange = await nextExchange(db, running.id)
      if (exchange === undefined) return end(running.id, 'done')
      failures = (await score(running.id, judge, exchange)) ? 0 : failures + 1
      if (failures >= FAILURES_MAX) return end(running.id, 'failed')
    }
  }

  /** False when the judge run was stopped, or another process runs it. */
  async function claim(id: string): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable('judge_runs')
      .set({ owner, lease_expires_at: isoTime(now() + LEASE_MS) })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where((eb) =>
        eb.or([eb('owner', 'is', null), eb('owner', '=', owner), eb('lease_expires_at', '<', isoTime(now()))]),
      )
      .executeTakeFirst()
    return numUpdatedRows === 1n
  }

  async function score(runId: string, judge: Judge, { id, ...input }: RatedExchange): Promise<boolean> {
    const reading = await readTwice(judge, input, {
      log: log.child({ judge_run: runId }),
      ...{ signal: controller.signal, pauseMs },
    })
    const scores = scoresOf(reading)
    const { usage } = reading
    await db
      .insertInto('judge_run_scores')
      // Inserted from a select, so that nothing is stored where the exchange was withdrawn meanwhile.
      .columns(['run_id', 'exchange_id', ...axes, 'tokens'])
      .expression((eb) =>
        eb
          .selectFrom('offered_exchanges')
          .select((row) => [
            row.val(runId).as('run_id'),
            'id',
            ...axes.map((axis) => row.cast<number | null>(row.val((scores ?? notAssessed)[axis]), 'integer').as(axis)),
            row
              .cast<number | null>(
                row.val(usage === null ? null : usage.prompt_tokens + usage.completion_tokens),
                'integer',
              )
              .as('tokens'),
          ])
          .where('id', '=', id),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return scores !== null
  }

  async function end(id: string, state: 'done' | 'failed'): Promise<void> {
    await db
      .updateTable('judge_runs')
      .set({ state, ended_at: isoTime(now()), owner: null, lease_expires_at: null })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .execute()
  }

  const release = () =>
    db.updateTable('judge_runs').set({ owner: null, lease_expires_at: null }).where('owner', '=', owner).execute()

  const run = () =>
    runOnce().catch((error: unknown) => {
      if (!controller.signal.aborted) log.error({ err: error }, 'a judge run was interrupted; it goes on')
    })
  const ended = repeat(run, () => everyMs, controller.signal)
  return {
    runOnce,
    stop: async () => {
      controller.abort()
      await ended
      await release().catch((error: unknown) =>
        log.warn({ err: error }, 'the lease of a judge run was not released; it ends by itself'),
      )
    },
  }
}
