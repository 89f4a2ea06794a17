import { type ExpressionBuilder, sql } from 'kysely'
import { axes } from '#contract/objects/scores.ts'
import { internalConsistency, principleCompliance } from '#contract/score-formulas.ts'
import type { Usage } from '#contract/stream.ts'
import { notBack } from '../../../db/not-back.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import type { Judge, Reading } from '../../../providers/judge/judge.ts'
import { lockChat } from '../../chats/chat-lock.repository.ts'
import type { Claim } from './claim-scorings.ts'

export interface Scoring {
  first: Reading | null
  second: Reading | null
  usage: Usage | null
}

/**
 * Stores the result of a claim and updates `updated_at`, so that devices fetch it. Without a reading the answer keeps
 * its scores. False when the claim was lost or the answer deleted; nothing was stored then.
 */
export function storeScores(
  { db, engine, now }: Pick<Dependencies, 'db' | 'engine' | 'now'>,
  claim: Claim,
  scoring: Scoring,
  judge: Pick<Judge, 'source' | 'rubricVersion'>,
): Promise<boolean> {
  const made = scoresOf(scoring)
  return db.transaction().execute(async (trx) => {
    await lockChat(trx, engine, claim.user_id, claim.chat_id)
    const time = isoTime(now())
    const { numUpdatedRows } = await trx
      .updateTable('scores')
      .set((eb) => ({
        ...(made ?? {}),
        state: made === null ? 'failed' : 'scored',
        owner: null,
        lease_expires_at: null,
        ...(made === null
          ? {
              source: eb.fn.coalesce('source', eb.val(judge.source)),
              rubric_version: existingOr(eb, judge.rubricVersion),
            }
          : { source: judge.source, rubric_version: judge.rubricVersion }),
        ...added(eb, scoring.usage),
        scored_at: time,
      }))
      .where('user_id', '=', claim.user_id)
      .where('message_id', '=', claim.message_id)
      .where('owner', '=', claim.owner)
      .executeTakeFirst()
    if (numUpdatedRows !== 1n) return false
    await trx
      .updateTable('messages')
      .set({ updated_at: notBack(time) })
      .where('user_id', '=', claim.user_id)
      .where('id', '=', claim.message_id)
      .execute()
    await trx
      .updateTable('chats')
      .set({ updated_at: notBack(time) })
      .where('user_id', '=', claim.user_id)
      .where('id', '=', claim.chat_id)
      .execute()
    return true
  })
}

/** Numbers, reasons and quotes come from one reading; the other one only measures the agreement. */
function scoresOf({ first, second }: Scoring) {
  const shown = first ?? second
  if (shown === null) return null
  const scores = numbersOf(shown)
  const scored = axes.filter((axis) => shown[axis].score !== null)
  const reasons = scored.map((axis) => [axis, { reason: shown[axis].reason, quote: shown[axis].quote }] as const)
  const ics = first === null || second === null ? null : internalConsistency(numbersOf(first), numbersOf(second))
  return { ...scores, pcs: principleCompliance(scores), ics, reasons: JSON.stringify(Object.fromEntries(reasons)) }
}

function numbersOf(reading: Reading) {
  const { truth, fairness, wisdom, duty, safety, liberty } = reading
  return {
    truth: truth.score,
    fairness: fairness.score,
    wisdom: wisdom.score,
    duty: duty.score,
    safety: safety.score,
    liberty: liberty.score,
  }
}

type Expressions = ExpressionBuilder<Database, 'scores'>

const existingOr = (eb: Expressions, version: string) => eb.fn.coalesce('rubric_version', eb.val(version))

function added(_: Expressions, usage: Usage | null) {
  if (usage === null) return {}
  return {
    prompt_tokens: sql<number>`coalesce(prompt_tokens, 0) + ${usage.prompt_tokens}`,
    completion_tokens: sql<number>`coalesce(completion_tokens, 0) + ${usage.completion_tokens}`,
  }
}
