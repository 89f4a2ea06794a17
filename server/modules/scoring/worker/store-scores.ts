import { type ExpressionBuilder, sql } from 'kysely'
import type { Usage } from '#contract/stream.ts'
import { notBack } from '../../../db/not-back.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import type { Judge } from '../../../providers/judge/judge.ts'
import { lockChat } from '../../chats/chat-lock.repository.ts'
import type { Claim } from './claim-scorings.ts'
import { type Scoring, scoresOf } from './scores-of.ts'

/**
 * Stores the result of a claim and updates `updated_at`, so that devices fetch it. Without a reading the answer keeps
 * its scores. False when the claim was lost or the answer deleted; nothing was stored then.
 */
export function storeScores(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  claim: Claim,
  scoring: Scoring,
  judge: Pick<Judge, 'source' | 'rubricVersion'>,
): Promise<boolean> {
  const made = scoresOf(scoring)
  return db.transaction().execute(async (trx) => {
    await lockChat(trx, claim.user_id, claim.chat_id)
    const time = isoTime(now())
    const { numUpdatedRows } = await trx
      .updateTable('scores')
      .set((eb) => ({
        ...(made === null ? {} : { ...made, reasons: JSON.stringify(made.reasons) }),
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

type Expressions = ExpressionBuilder<Database, 'scores'>

const existingOr = (eb: Expressions, version: string) => eb.fn.coalesce('rubric_version', eb.val(version))

function added(_: Expressions, usage: Usage | null) {
  if (usage === null) return {}
  return {
    prompt_tokens: sql<number>`coalesce(prompt_tokens, 0) + ${usage.prompt_tokens}`,
    completion_tokens: sql<number>`coalesce(completion_tokens, 0) + ${usage.completion_tokens}`,
  }
}
