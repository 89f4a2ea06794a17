import type { Logger } from 'pino'
import type { GenerationFailure } from '#contract/errors.ts'
import { ANSWER_MAX } from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'
import type { Usage } from '#contract/stream.ts'
import type { TemporaryEvent } from '#contract/temporary-stream.ts'
import { retryWhileBusy } from '../../../db/retry-while-busy.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { createChunkCleaner } from '../../../lib/text/clean-text.ts'
import { isoTime } from '../../../lib/time.ts'
import { untilAborted } from '../../../lib/until-aborted.ts'
import { AssistantError } from '../../../providers/assistant/assistant.ts'
import { settleReservation } from '../../usage/usage.repository.ts'
import type { TemporaryAnswer } from './begin-temporary.ts'
import type { TemporaryScorer } from './score-temporary.ts'

/** How long storing the usage is retried, also after the client has left. */
const SETTLE_MS = 15_000

type Deps = Pick<Dependencies, 'db' | 'now'> & { score: TemporaryScorer }

interface Options {
  language: Language
  log: Logger
  /** Aborted when the client has left. */
  signal: AbortSignal
  /** Called when the model has finished, before the scores, which may take much longer. */
  onEnded?: () => void
}

/**
 * Calls the model and yields its text, the end and the scores. The texts are in this function's memory alone; what is
 * stored is the number of tokens, whether it ends by itself or because the client has left (`signal`).
 */
export async function* answerTemporary(
  { db, now, score }: Deps,
  answer: TemporaryAnswer,
  { language, log, signal, onEnded }: Options,
): AsyncGenerator<TemporaryEvent, void> {
  const { model, turns, question, begun, leftOut } = answer
  const clean = { reasoning: createChunkCleaner(), delta: createChunkCleaner() }
  const written = { reasoning: '', delta: '' }
  const settle = (tokens: number) => {
    const used = { tokens, model: model.id, at: isoTime(now()) }
    const stored = () => settleReservation(db, { user_id: answer.userId, message_id: answer.id }, used)
    return retryWhileBusy(stored, AbortSignal.timeout(SETTLE_MS))
  }
  // The client has left before the model was called.
  if (signal.aborted) return settle(0)
  let usage: Usage | null = null
  let failure: GenerationFailure | null = null
  try {
    for await (const chunk of untilAborted(model.assistant.answer(turns, { signal, language }), signal)) {
      if (chunk.kind === 'usage') {
        usage = chunk.usage
        continue
      }
      const text = clean[chunk.kind](chunk.text)
      if (text === '') continue
      written[chunk.kind] += text
      yield { event: chunk.kind, data: { text } }
      if (begun.length + written.delta.length + written.reasoning.length > ANSWER_MAX) {
        failure = 'assistant_broken'
        break
      }
    }
  } catch (error) {
    failure = error instanceof AssistantError ? error.code : 'assistant_broken'
    // A provider's error may quote the chat, so only its kind is logged.
    const kind = error instanceof Error ? error.name : typeof error
    if (!signal.aborted) log.warn({ code: failure, kind }, 'an answer in a temporary chat failed')
  } finally {
    const length = written.delta.length + written.reasoning.length
    const tokens = usage === null ? estimate(answer, length, failure) : usage.prompt_tokens + usage.completion_tokens
    await settle(tokens)
  }
  if (signal.aborted) return
  if (written.delta.trim() === '') failure ??= 'assistant_empty'
  const content = begun + written.delta
  const status = failure === null ? 'complete' : content.trim() === '' ? 'failed' : 'interrupted'
  onEnded?.()
  yield { event: 'ended', data: { status, failure, model: model.id, left_out: leftOut } }
  if (status === 'failed') return
  const made = await score({ id: answer.id, input: { question, answer: content, language }, log, signal })
  if (made !== undefined && !signal.aborted) yield { event: 'scores', data: { scores: made } }
}

/** One token for four characters, as in `recordUsage`: a model that could not be reached has used nothing. */
function estimate({ promptTokens }: TemporaryAnswer, length: number, failure: GenerationFailure | null): number {
  return failure !== null && length === 0 ? 0 : promptTokens + Math.ceil(length / 4)
}
