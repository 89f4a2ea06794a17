import { type Kysely, sql } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { Database } from '../../db/schema.ts'
import type { PlanRow } from '../plans/to-plan.ts'
import { activeStatuses } from '../subscriptions/active-now.ts'

export interface Period {
  plan: PlanRow
  /** ISO 8601. */
  start: string
  end: string
}

/** The plan that counts now: of several, the one that allows most; undefined without an active one. */
export async function currentPeriod(db: Kysely<Database>, userId: number, time: string): Promise<Period | undefined> {
  const row = await db
    .selectFrom('plans')
    .innerJoin('subscriptions', 'subscriptions.plan_id', 'plans.id')
    .selectAll('plans')
    .select(['subscriptions.current_period_start as start', 'subscriptions.current_period_end as end'])
    .where('subscriptions.user_id', '=', userId)
    .where('subscriptions.status', 'in', activeStatuses)
    .where('subscriptions.current_period_end', '>', time)
    .where('plans.product', '=', PRODUCT)
    // A limit of 0 means unlimited.
    .orderBy(sql`case when plans.tokens_limit = 0 then 0 else 1 end`)
    .orderBy('plans.tokens_limit', 'desc')
    .orderBy('subscriptions.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { start, end, ...plan } = row
  return { plan, start, end }
}

/** What answers have used since a moment, of chats that are gone too. */
export async function usedSince(
  db: Kysely<Database>,
  userId: number,
  start: string,
): Promise<{ tokens: number; searches: number }> {
  const { tokens, searches } = await db
    .selectFrom('usage_entries')
    .select((eb) => [
      eb.fn.sum<number | null>('tokens').as('tokens'),
      eb.fn.sum<number | null>('searches').as('searches'),
    ])
    .where('user_id', '=', userId)
    .where('at', '>=', start)
    .executeTakeFirstOrThrow()
  // Sums come as text from PostgreSQL, and as null without rows.
  return { tokens: Number(tokens ?? 0), searches: Number(searches ?? 0) }
}
