import { type Kysely, sql } from 'kysely'
import type { Engine } from '../../../db/database.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { HISTORY_CHARACTERS, UNFINISHED_MAX } from '../../../limits/generation-limits.ts'
import { findEntitlement } from '../../subscriptions/use-cases/entitlement.ts'
import { lockUser } from '../../subscriptions/user-lock.repository.ts'
import { answersUnderWay, limitReached } from '../usage.errors.ts'

/** Kept for an answer of which nobody knows yet how long it becomes. */
const ANSWER_TOKENS = 500
/** More than all answers that a user may have under way can be kept: farther from the limit, nobody need wait. */
const NEAR_TOKENS = UNFINISHED_MAX * (ANSWER_TOKENS + HISTORY_CHARACTERS / 4)
/** The end of a chat; what stands before it is rarely given to a model. */
const MESSAGES = 100

interface Asked {
  userId: number
  chatId: string
  /** The place behind which the answer will stand. */
  seq: number
  now: number
}

/**
 * How many tokens are to be kept for a new answer, in the transaction that stores it, and near the limit under the user's lock: what
 * answers under way may use counts as used, so that many at once share what is left instead of each taking all of it.
 * Throws `limit_reached`, or `rate_limited` while it may turn out that there is enough. 0 without a limit.
 */
export async function reserveTokens(trx: Kysely<Database>, engine: Engine, asked: Asked): Promise<number> {
  const entitlement = await findEntitlement(trx, asked.userId, asked.now)
  const limit = entitlement?.plan.tokens_limit ?? 0
  if (entitlement === undefined || limit === 0) return 0
  const { start, end } = entitlement
  let { used, reserved } = await countTokens(trx, asked.userId, start)
  if (limit - used - reserved < NEAR_TOKENS) {
    await lockUser(trx, engine, asked.userId)
    ;({ used, reserved } = await countTokens(trx, asked.userId, start))
  }
  if (used >= limit) throw limitReached(end, asked.now)
  if (used + reserved >= limit) throw answersUnderWay()
  return ANSWER_TOKENS + (await promptTokens(trx, asked))
}

/** Both at one moment: what an answer has used takes the place of what was kept for it. */
async function countTokens(trx: Kysely<Database>, userId: number, start: string) {
  const { used, reserved } = await trx
    .selectNoFrom((eb) => [
      eb
        .selectFrom('usage_entries')
        .select(sql<number>`coalesce(sum(tokens), 0)`.as('sum'))
        .where('user_id', '=', userId)
        .where('at', '>=', start)
        .as('used'),
      eb
        .selectFrom('generations')
        .select(sql<number>`coalesce(sum(reserved), 0)`.as('sum'))
        .where('user_id', '=', userId)
        .where('status', '!=', 'finished')
        .as('reserved'),
    ])
    .executeTakeFirstOrThrow()
  return { used: Number(used), reserved: Number(reserved) }
}

/** A token for four characters, as in `recordUsage`. */
async function promptTokens(trx: Kysely<Database>, { userId, chatId, seq }: Asked): Promise<number> {
  const { length } = await trx
    .selectFrom('messages')
    .select(sql<number>`coalesce(sum(length(content)), 0)`.as('length'))
    .where('user_id', '=', userId)
    .where('chat_id', '=', chatId)
    .where('seq', '>=', seq - MESSAGES)
    .executeTakeFirstOrThrow()
  return Math.ceil(Math.min(HISTORY_CHARACTERS, Number(length)) / 4)
}
