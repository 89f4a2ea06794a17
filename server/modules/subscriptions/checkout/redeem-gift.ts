import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { lockUser } from '../../../db/lock-user.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { isoTime } from '../../../lib/time.ts'
import { recordAudit } from '../../audit/use-cases/record-audit.ts'
import { freezeTerms } from '../../plans/plan-terms.repository.ts'
import { findBuyablePlan } from '../../plans/plans.repository.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { codeWhileSubscribed } from '../codes/promotion-codes.errors.ts'
import { countRedemption, lockCode, requireUsable } from '../codes/promotion-codes.repository.ts'
import { planUnavailable } from '../subscriptions.errors.ts'
import { findOpenCheckout } from '../subscriptions.repository.ts'
import { type StartedCheckout, successAddress } from './checkout-urls.ts'
import { endOpenPurchase } from './end-purchase.ts'
import { giftEnd } from './gift-end.ts'

/** Each further attempt follows the end of an open purchase. */
const ATTEMPTS_MAX = 3

/**
 * Starts a gift: months of a plan without a payment, which end by themselves. It replaces a purchase that is open.
 * Throws the reason why the code cannot be used, at its field, and `payment_unavailable`.
 */
export async function redeemGift(
  deps: BillingDeps,
  wanted: { userId: number; planId: number; code: string },
): Promise<StartedCheckout> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const started = await deps.db.transaction().execute((trx) => redeem(trx, deps, wanted))
    if (started !== undefined) return { session_id: started, checkout_url: successAddress(deps.config, started) }
    await endOpenPurchase(deps, wanted.userId)
  }
  throw codeWhileSubscribed()
}

/** Undefined while the user has an open purchase, which they could still pay. */
async function redeem(
  trx: Kysely<Database>,
  { now }: BillingDeps,
  { userId, planId, code: text }: { userId: number; planId: number; code: string },
): Promise<string | undefined> {
  const time = isoTime(now())
  await lockUser(trx, userId)
  const plan = await findBuyablePlan(trx, planId)
  if (plan === undefined) throw planUnavailable()
  const code = await requireUsable(trx, await lockCode(trx, text), { userId, plan, now: now() })
  if ((await findOpenCheckout(trx, userId)) !== undefined) return undefined
  const { until, running } = await giftEnd({ db: trx, now }, { userId, plan, months: code.duration_months ?? 0 })
  const terms = await freezeTerms(trx, plan, time)
  if (running !== undefined) {
    const ended = { status: 'canceled' as const, current_period_end: time, updated_at: time }
    await trx.updateTable('subscriptions').set(ended).where('id', '=', running.id).execute()
  }
  const given = await trx
    .insertInto('subscriptions')
    .values({
      user_id: userId,
      plan_id: plan.id,
      terms_id: terms.id,
      status: 'active',
      is_trial: 0,
      source: 'grant',
      source_id: null,
      current_period_start: time,
      current_period_end: until,
      cancel_at_period_end: 1,
      created_at: time,
      updated_at: time,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const id = randomUUID()
  const bought = { plan_id: plan.id, terms_id: terms.id, subscription_id: given.id, code_id: code.id }
  await trx
    .insertInto('checkouts')
    .values({ id, user_id: userId, ...bought, status: 'complete', source: null, created_at: time })
    .execute()
  await countRedemption(trx, code.id)
  await recordAudit(trx, {
    actor: { id: null, kind: 'operator' },
    action: 'code.redeemed',
    subject: { kind: 'user', id: userId },
    details: { code: code.id, plan: plan.id, subscription: given.id, until },
    now: now(),
  })
  return id
}
