import type { Logger } from 'pino'
import type { Scores } from '#contract/objects/scores.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { appError } from '../../../lib/errors.ts'
import { createSemaphore } from '../../../lib/semaphore.ts'
import { isoTime } from '../../../lib/time.ts'
import type { JudgeInput } from '../../../providers/judge/judge.ts'
import { readTwice } from '../../scoring/worker/read-twice.ts'
import { scoresOf } from '../../scoring/worker/scores-of.ts'

/** The pause before a second attempt, in milliseconds. */
const PAUSE_MS = 2_000
/** As many at a time as the worker that scores stored answers. */
const RUNNING_MAX = 4
const WAITING_MAX = 64

interface Scored {
  id: string
  input: JudgeInput
  log: Logger
  signal: AbortSignal
}

/** Scores an answer without storing anything: null when no usable scores came back, undefined where scoring is off. */
export type TemporaryScorer = (scored: Scored) => Promise<Scores | null | undefined>

export function createTemporaryScorer({ judge, now }: Pick<Dependencies, 'judge' | 'now'>): TemporaryScorer {
  if (judge === null) return async () => undefined
  const inTurn = createSemaphore({
    running: RUNNING_MAX,
    waiting: WAITING_MAX,
    full: () => appError('overloaded', { retryAfter: 5 }),
  })
  return async ({ id, input, log, signal }) => {
    try {
      const scoring = await inTurn(() => readTwice(judge, input, { log, signal, pauseMs: PAUSE_MS }), signal)
      const made = scoresOf(scoring)
      if (made === null) return null
      const { usage } = scoring
      const tokens = usage === null ? null : usage.prompt_tokens + usage.completion_tokens
      const { source, rubricVersion } = judge
      return { message: id, ...made, source, rubric_version: rubricVersion, tokens, created_at: isoTime(now()) }
    } catch (error) {
      const kind = error instanceof Error ? error.name : typeof error
      if (!signal.aborted) log.warn({ kind }, 'an answer in a temporary chat could not be scored')
      return null
    }
  }
}
