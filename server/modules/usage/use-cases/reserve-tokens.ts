import { type Kysely, sql } from 'kysely'
import { lockUser } from '../../../db/lock-user.ts'
import { prepareQuery, type Value } from '../../../db/prepare-query.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { HOUR_MS, isoTime } from '../../../lib/time.ts'
import { UNFINISHED_MAX } from '../../../limits/generation-limits.ts'
import { temporaryCallLimits } from '../../../limits/rate-limits.ts'
import type { AnsweringModel } from '../../../providers/assistant/create-models.ts'
import { findEntitlement } from '../../subscriptions/use-cases/entitlement.ts'
import { answersUnderWay, limitReached } from '../usage.errors.ts'

/** Tokens reserved for the answer itself, whose length is not known yet. */
const ANSWER_TOKENS = 500
/** The most tokens that a prompt for a model can reserve. */
const promptMost = ({ budget }: AnsweringModel): number => Math.ceil(budget.prompt / 4)
/** More than a user's unfinished answers can reserve: with more tokens left, no lock is needed. */
const nearTokens = (models: Dependencies['models']): number =>
  (UNFINISHED_MAX + temporaryCallLimits.perUser) * (ANSWER_TOKENS + Math.max(...models.map(promptMost)))

/**
 * The time, in milliseconds, after which the reservation of an answer in a temporary chat belongs to a dead process.
 */
const RESERVED_MS = HOUR_MS

interface Reservation {
  userId: number
  now: number
  model: AnsweringModel
  /** The estimated tokens of the prompt, which are asked for only where the plan has a limit. */
  promptTokens: () => Promise<number>
}

/**
 * The tokens to reserve for a new answer, in the transaction that stores it, near the limit under the user's lock:
 * reserved tokens count as used, so that concurrent answers share what is left. Throws `limit_reached`, or
 * `rate_limited` while running answers may leave enough. 0 without a limit.
 */
export async function reserveTokens(
  trx: Kysely<Database>,
  { models }: Pick<Dependencies, 'models'>,
  wanted: Reservation,
): Promise<number> {
  const entitlement = await findEntitlement(trx, wanted.userId, wanted.now)
  const limit = entitlement?.plan.tokens_limit ?? 0
  if (entitlement === undefined || limit === 0) return 0
  const { start, end } = entitlement
  const since = { userId: wanted.userId, start, recent: isoTime(wanted.now - RESERVED_MS) }
  let { used, reserved } = await countTokens(trx, since)
  if (limit - used - reserved < nearTokens(models)) {
    await lockUser(trx, wanted.userId)
    ;({ used, reserved } = await countTokens(trx, since))
  }
  if (used >= limit) throw limitReached(end, wanted.now)
  if (used + reserved >= limit) throw answersUnderWay()
  return ANSWER_TOKENS + Math.min(promptMost(wanted.model), await wanted.promptTokens())
}

type Since = {
  userId: number
  /** The start of the period; like `recent` in ISO 8601. */
  start: string
  /** From when reservations of temporary chats count. */
  recent: string
}

/** All sums are read in one statement, because usage replaces the reservation when an answer ends. */
const sumTokens = prepareQuery((db, value: Value<Since>) =>
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
    eb
      .selectFrom('usage_entries')
      .select(sql<number>`coalesce(sum(reserved), 0)`.as('sum'))
      .where('user_id', '=', value('userId'))
      .where('at', '>=', value('recent'))
      .as('temporary'),
  ]),
)

async function countTokens(trx: Kysely<Database>, since: Since) {
  const [sums] = await sumTokens(trx, since)
  return { used: Number(sums?.used ?? 0), reserved: Number(sums?.reserved ?? 0) + Number(sums?.temporary ?? 0) }
}
