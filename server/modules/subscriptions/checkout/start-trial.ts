import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { isForeignKeyViolation } from '../../../db/errors/foreign-key-violation.ts'
import { lockUser } from '../../../db/lock-user.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { addInterval } from '../../../lib/add-interval.ts'
import { isoTime } from '../../../lib/time.ts'
import { freezeTerms } from '../../plans/plan-terms.repository.ts'
import type { PlanRow } from '../../plans/plans.mappers.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { findPayer } from '../customers.repository.ts'
import { hadTrialBefore, recordPastTrial } from '../past-trials.repository.ts'
import { alreadySubscribed, emailUnconfirmed, planUnavailable, trialUsed } from '../subscriptions.errors.ts'
import { hasHadTrial, insertTrial } from '../subscriptions.repository.ts'
import { isEntitled } from '../use-cases/entitlement.ts'
import type { StartedCheckout } from './checkout-urls.ts'
import { successAddress } from './checkout-urls.ts'

/**
 * Starts a free plan. Throws `trial_used`, `email_unconfirmed` where mails can be sent, `plan_unavailable`, or
 * `conflict` beside an active subscription.
 */
export async function startTrial(
  { db, now, config }: BillingDeps,
  userId: number,
  plan: PlanRow,
): Promise<StartedCheckout> {
  const id = randomUUID()
  const start = async (trx: Kysely<Database>) => {
    await lockUser(trx, userId)
    if (await hasHadTrial(trx, userId)) throw trialUsed()
    if (await isEntitled(trx, { id: userId, isAdmin: false }, now())) throw alreadySubscribed()
    const payer = await findPayer(trx, userId)
    // Before the address is looked up, so that nobody learns about an address that is not theirs.
    if (config.mail.smtpUrl !== null && payer?.isConfirmed === false) throw emailUnconfirmed()
    const owner = payer && { email: payer.email, now: now() }
    if (owner !== undefined && (await hadTrialBefore(trx, config, owner))) throw trialUsed()
    await storeTrial(trx, { id, userId, plan, now: now() })
    if (owner !== undefined) await recordPastTrial(trx, config, owner)
  }
  await db
    .transaction()
    .execute(start)
    .catch((error: unknown) => {
      // The plan or user was deleted after it was read.
      throw isForeignKeyViolation(error) ? planUnavailable() : error
    })
  return { session_id: id, checkout_url: successAddress(config, id) }
}

interface NewTrial {
  id: string
  userId: number
  plan: PlanRow
  now: number
}

async function storeTrial(trx: Kysely<Database>, { id, userId, plan, now }: NewTrial): Promise<void> {
  const time = isoTime(now)
  const terms = await freezeTerms(trx, plan, time)
  const subscriptionId = await insertTrial(trx, {
    user_id: userId,
    plan_id: plan.id,
    terms_id: terms.id,
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
  const bought = { plan_id: plan.id, terms_id: terms.id, subscription_id: subscriptionId }
  await trx
    .insertInto('checkouts')
    .values({ id, user_id: userId, ...bought, status: 'complete', source: null, created_at: time })
    .execute()
}
