import { type Kysely, sql } from 'kysely'
import { prepareQuery, type Value } from '../../../db/prepare-query.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { UNFINISHED_MAX } from '../../../limits/generation-limits.ts'
import type { AnsweringModel } from '../../../providers/assistant/create-models.ts'
import { findEntitlement } from '../../subscriptions/use-cases/entitlement.ts'
import { lockUser } from '../../subscriptions/user-lock.repository.ts'
import { answersUnderWay, limitReached } from '../usage.errors.ts'

/** Tokens reserved for the answer itself, whose length is not known yet. */
const ANSWER_TOKENS = 500
/** The most tokens that a prompt for a model can reserve. */
const promptMost = ({ budget }: AnsweringModel): number => Math.ceil(budget.prompt / 4)
/** More than a user's unfinished answers can reserve: with more tokens left, no lock is needed. */
const nearTokens = (models: Dependencies['models']): number =>
  UNFINISHED_MAX * (ANSWER_TOKENS + Math.max(...models.map(promptMost)))
/** The last messages of a chat; a prompt rarely contains more. */
const MESSAGES = 100

interface Asked {
  userId: number
  chatId: string
  /** The position after which the answer is inserted. */
  seq: number
  now: number
  model: AnsweringModel
}

/**
 * The tokens to reserve for a new answer, in the transaction that stores it, near the limit under the user's lock:
 * reserved tokens count as used, so that concurrent answers share what is left. Throws `limit_reached`, or
 * `rate_limited` while running answers may leave enough. 0 without a limit.
 */
export async function reserveTokens(
  trx: Kysely<Database>,
  { engine, models }: Pick<Dependencies, 'engine' | 'models'>,
  asked: Asked,
): Promise<number> {
  const entitlement = await findEntitlement(trx, asked.userId, asked.now)
  const limit = entitlement?.plan.tokens_limit ?? 0
  if (entitlement === undefined || limit === 0) return 0
  const { start, end } = entitlement
  let { used, reserved } = await countTokens(trx, asked.userId, start)
  if (limit - used - reserved < nearTokens(models)) {
    await lockUser(trx, engine, asked.userId)
    ;({ used, reserved } = await countTokens(trx, asked.userId, start))
  }
  if (used >= limit) throw limitReached(end, asked.now)
  if (used + reserved >= limit) throw answersUnderWay()
  return ANSWER_TOKENS + Math.min(promptMost(asked.model), await promptTokens(trx, asked))
}

/** Both sums are read in one statement, because usage replaces the reservation when an answer ends. */
const sumTokens = prepareQuery((db, value: Value<{ userId: number; start: string }>) =>
  db.selectNoFrom((eb) => [
    eb
      .selectFrom('usage_entries')
      .select(sql<number>`coalesce(sum(tokens), 0)`.as('sum'))
      .where('user_id', '=', value('userId'))
      .where('at', '>=', value('start'))
      .as('used'),
    eb
      .selectFrom('generations')
      .select(sql<number>`coalesce(sum(reserved), 0)`.as('sum'))
      .where('user_id', '=', value('userId'))
      .where('status', '!=', 'finished')
      .as('reserved'),
  ]),
)

async function countTokens(trx: Kysely<Database>, userId: number, start: string) {
  const [sums] = await sumTokens(trx, { userId, start })
  return { used: Number(sums?.used ?? 0), reserved: Number(sums?.reserved ?? 0) }
}

const sumLength = prepareQuery((db, value: Value<{ userId: number; chatId: string; from: number }>) =>
  db
    .selectFrom('messages')
    .select(sql<number>`coalesce(sum(length(content)), 0)`.as('length'))
    .where('user_id', '=', value('userId'))
    .where('chat_id', '=', value('chatId'))
    .where('seq', '>=', value('from')),
)

/** One token for four characters, as in `recordUsage`. */
async function promptTokens(trx: Kysely<Database>, { userId, chatId, seq }: Asked): Promise<number> {
  const [sum] = await sumLength(trx, { userId, chatId, from: seq - MESSAGES })
  return Math.ceil(Number(sum?.length ?? 0) / 4)
}
