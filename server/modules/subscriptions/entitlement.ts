import type { Kysely } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { Database } from '../../db/schema.ts'
import { httpError } from '../../http/errors.ts'
import type { Caller } from '../../http/route.ts'
import { activeStatuses } from './active-now.ts'

/** Whether somebody may do what needs a subscription: an admin always. `now` in milliseconds since 1970. */
export async function isEntitled(
  db: Kysely<Database>,
  caller: Pick<Caller, 'id' | 'isAdmin'>,
  now: number,
): Promise<boolean> {
  if (caller.isAdmin) return true
  const found = await db
    .selectFrom('subscriptions')
    .innerJoin('plans', 'plans.id', 'subscriptions.plan_id')
    .select('subscriptions.id')
    .where('subscriptions.user_id', '=', caller.id)
    .where('subscriptions.status', 'in', activeStatuses)
    .where('subscriptions.current_period_end', '>', new Date(now).toISOString())
    .where('plans.product', '=', PRODUCT)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Throws `subscription_required`. */
export async function requireSubscription(
  dependencies: { db: Kysely<Database>; now: () => number },
  caller: Pick<Caller, 'id' | 'isAdmin'>,
): Promise<void> {
  if (!(await isEntitled(dependencies.db, caller, dependencies.now()))) throw httpError('subscription_required')
}
