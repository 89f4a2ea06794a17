import { v7 as uuidv7 } from 'uuid'
import type { TemporaryQuestion } from '#contract/endpoints/temporary.ts'
import type { Language } from '#contract/primitives.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { Caller } from '../../../lib/caller.ts'
import { fieldError } from '../../../lib/errors.ts'
import { cleanText } from '../../../lib/text/clean-text.ts'
import { isoTime } from '../../../lib/time.ts'
import type { Turn } from '../../../providers/assistant/assistant.ts'
import type { AnsweringModel } from '../../../providers/assistant/create-models.ts'
import { resolveModel, selectedModel } from '../../models/use-cases/resolve-model.ts'
import { insertReservation } from '../../usage/usage.repository.ts'
import { requireQuota } from '../../usage/use-cases/check-quota.ts'
import { reserveTokens } from '../../usage/use-cases/reserve-tokens.ts'
import { temporaryTurns } from './temporary-turns.ts'

/** An answer that is about to be written. Its texts are only here, in memory. */
export interface TemporaryAnswer {
  /** By which its usage is counted; no message has this id. */
  id: string
  userId: number
  model: AnsweringModel
  /** The last question, for the scores. */
  question: string
  /** The text that it continues, for the scores. */
  begun: string
  turns: readonly Turn[]
  leftOut: number
  /** Estimated. */
  promptTokens: number
}

/**
 * Reserves the tokens of an answer in a temporary chat. Throws `subscription_required`, `limit_reached`, `rate_limited`
 * or a field problem.
 */
export async function beginTemporary(
  deps: Pick<Dependencies, 'db' | 'engine' | 'models' | 'now'>,
  caller: Pick<Caller, 'id' | 'isAdmin'>,
  { language, ...request }: TemporaryQuestion & { language: Language },
): Promise<TemporaryAnswer> {
  const question = cleanText(request.question)
  if (question.trim() === '') throw fieldError('question', 'content_required')
  await requireQuota(deps, caller)
  const now = deps.now()
  const wanted = await selectedModel(deps, caller.id, { chat: { model: null } })
  const model = await resolveModel(deps, wanted)
  const { budget } = model
  const { turns, leftOut } = temporaryTurns(request, { budget, language, today: isoTime(now).slice(0, 10) })
  const length = turns.reduce((sum, { content }) => sum + content.length, 0)
  const promptTokens = Math.ceil(length / 4)
  const answer = { id: uuidv7(), userId: caller.id, model, question, begun: request.begun ?? '', turns, leftOut }
  await deps.db.transaction().execute(async (trx) => {
    const asking = { userId: caller.id, now, model, promptTokens: async () => promptTokens }
    const reserved = await reserveTokens(trx, deps, asking)
    await insertReservation(
      trx,
      { user_id: caller.id, message_id: answer.id },
      { reserved, model: model.id, at: isoTime(now) },
    )
  })
  return { ...answer, promptTokens }
}
