import { randomUUID } from 'node:crypto'
import type { Dependencies } from '../../dependencies.ts'
import type { Caller } from '../../http/route.ts'
import { findBuyablePlan } from '../plans/plans.repository.ts'
import type { PlanRow } from '../plans/to-plan.ts'
import { addInterval } from './add-interval.ts'
import { isEntitled } from './entitlement.ts'
import { alreadySubscribed, paymentNotImplemented, planUnavailable, trialUsed } from './subscriptions.errors.ts'
import { hasHadTrial, insertTrial } from './subscriptions.repository.ts'

type Needs = Pick<Dependencies, 'db' | 'now' | 'config'>

export interface StartedCheckout {
  session_id: string
  checkout_url: string
}

/** Begins a purchase. A free plan starts at once as a trial: one interval, one an account (design: decisions.md). */
export async function startCheckout(needs: Needs, caller: Caller, planId: number): Promise<StartedCheckout> {
  const plan = await findBuyablePlan(needs.db, planId)
  if (plan === undefined) throw planUnavailable()
  if (plan.price !== '0.00') throw paymentNotImplemented()
  // Read before the trial, so that a trial begun by a second click in between is named as what it is.
  const entitled = await isEntitled(needs.db, { ...caller, isAdmin: false }, needs.now())
  if (await hasHadTrial(needs.db, caller.id)) throw trialUsed()
  if (entitled) throw alreadySubscribed()
  const id = await startTrial(needs, caller.id, plan)
  return { session_id: id, checkout_url: `${needs.config.publicUrl}/subscription-success?session_id=${id}` }
}

async function startTrial({ db, now }: Needs, userId: number, plan: PlanRow): Promise<string> {
  const id = randomUUID()
  const time = new Date(now()).toISOString()
  await db.transaction().execute(async (transaction) => {
    const subscriptionId = await insertTrial(transaction, {
      user_id: userId,
      plan_id: plan.id,
      status: 'trialing',
      is_trial: 1,
      source: 'trial',
      source_id: null,
      current_period_start: time,
      current_period_end: addInterval(time, plan.interval),
      cancel_at_period_end: 0,
      created_at: time,
      updated_at: time,
    })
    if (subscriptionId === undefined) throw trialUsed()
    await transaction
      .insertInto('checkouts')
      .values({ id, user_id: userId, plan_id: plan.id, subscription_id: subscriptionId, created_at: time })
      .execute()
  })
  return id
}
