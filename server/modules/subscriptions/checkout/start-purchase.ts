import { randomUUID } from 'node:crypto'
import type { Selectable } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { SubscriptionsTable } from '../../../db/schema/schema.ts'
import { appError } from '../../../lib/errors.ts'
import { isoTime } from '../../../lib/time.ts'
import {
  type PaymentSession,
  type Payments,
  PaymentsRefused,
  PaymentsUnreachable,
} from '../../../providers/payments/payments.ts'
import type { TermsRow } from '../../plans/plan-terms.repository.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { resumeSubscription } from '../changes/resume-subscription.ts'
import { codeEnded } from '../codes/promotion-codes.errors.ts'
import { type CodeRow, findCode } from '../codes/promotion-codes.repository.ts'
import { schedulePoll } from '../customers.repository.ts'
import { mapPaymentErrors } from '../map-payment-errors.ts'
import { checkoutEnded } from '../subscriptions.errors.ts'
import { type CheckoutRow, failCheckout } from '../subscriptions.repository.ts'
import { OPEN_MS } from '../sync/next-poll.ts'
import { syncUser } from '../sync/sync-customer.ts'
import type { StartedCheckout } from './checkout-urls.ts'
import { plansAddress, successAddress } from './checkout-urls.ts'
import { endPurchase, settlePurchase } from './end-purchase.ts'
import { ensureCoupon } from './ensure-coupon.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { ensurePrice } from './ensure-price.ts'
import { planPurchase, type Wanted } from './purchase-step.ts'

/** An attempt is repeated after it found a purchase or subscription that had ended. */
const ATTEMPTS_MAX = 5

const underWay = new WeakMap<Payments, Map<string, Promise<StartedCheckout>>>()

/**
 * Opens the processor's checkout page for a plan, or finds the open one. Concurrent clicks share one purchase, and a
 * user can pay only one, so at most one subscription results.
 */
export function startPurchase(deps: BillingDeps, userId: number, wanted: Wanted): Promise<StartedCheckout> {
  const clicks = underWay.get(deps.payments) ?? new Map<string, Promise<StartedCheckout>>()
  underWay.set(deps.payments, clicks)
  const key = `${userId} ${wanted.planId} ${wanted.code ?? ''}`
  const known = clicks.get(key)
  if (known !== undefined) return known
  const started = mapPaymentErrors(purchase(deps, userId, wanted)).finally(() => clicks.delete(key))
  clicks.set(key, started)
  return started
}

async function purchase(deps: BillingDeps, userId: number, wanted: Wanted): Promise<StartedCheckout> {
  let verified = false
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const step = await planPurchase(deps, userId, wanted, verified)
    if (step.kind === 'verify') {
      await verify(deps, userId)
      verified = true
      continue
    }
    if (step.kind === 'resume') return resume(deps, step.subscription)
    if (step.kind === 'settle') {
      // Read first: a failed payment may have been made meanwhile, and its subscription must not end by an older row.
      for (const { status, source_id } of verified ? step.subscriptions : []) {
        // The processor would otherwise retry a failed payment beside the new subscription.
        if (status !== 'active' && status !== 'trialing' && source_id !== null) {
          await deps.payments.endSubscription(source_id)
        }
      }
      await syncUser(deps, userId)
      verified = true
      continue
    }
    const session =
      step.kind === 'buy' ? await openOrFind(deps, step.checkout, step.terms) : await endPurchase(deps, step.checkout)
    if (step.kind === 'buy' && session?.status === 'open' && session.url !== null) {
      return { session_id: step.checkout.id, checkout_url: session.url }
    }
    await settlePurchase(deps, step.checkout, session)
  }
  throw checkoutEnded()
}

/**
 * Reads the state of a user whose subscription prevents the purchase: a processor that no longer knows it must not
 * prevent it too. While the processor cannot be asked, the row decides.
 */
async function verify(deps: BillingDeps, userId: number): Promise<void> {
  await syncUser(deps, userId).catch((error: unknown) => {
    if (!(error instanceof PaymentsUnreachable || error instanceof PaymentsRefused)) throw error
    deps.log.warn({ err: error }, 'a subscription could not be looked up before a purchase')
  })
}

/** Takes the cancellation back instead of selling the same plan again. */
async function resume(
  deps: BillingDeps,
  { id: subscription_id, user_id, plan_id, terms_id }: Selectable<SubscriptionsTable>,
): Promise<StartedCheckout> {
  const { db, now, payments, config } = deps
  await resumeSubscription(deps, user_id, subscription_id)
  const id = randomUUID()
  await db
    .insertInto('checkouts')
    .values({
      id,
      user_id,
      plan_id,
      terms_id,
      subscription_id,
      status: 'complete',
      source: payments.kind,
      created_at: isoTime(now()),
    })
    .execute()
  return { session_id: id, checkout_url: successAddress(config, id) }
}

/** When the days left of a user's trial end, ISO 8601; null without any. */
async function trialEnd({ db, now }: BillingDeps, userId: number): Promise<string | null> {
  const trial = await db
    .selectFrom('subscriptions')
    .select('current_period_end')
    .where('user_id', '=', userId)
    .where('source', '=', 'trial')
    .where('status', '=', 'trialing')
    .where('current_period_end', '>', isoTime(now()))
    .executeTakeFirst()
  return trial?.current_period_end ?? null
}

/** Undefined when no session could be opened for this purchase; the next attempt may succeed. */
async function openOrFind(
  deps: BillingDeps,
  checkout: CheckoutRow,
  terms: TermsRow,
): Promise<PaymentSession | undefined> {
  const { db, payments, config } = deps
  if (checkout.source_id !== null) return payments.findSession(checkout.source_id)
  const customer = await ensureCustomer(deps, checkout.user_id)
  const price = await ensurePrice(deps, terms)
  const code = checkout.code_id === null ? undefined : await findCode(db, { id: checkout.code_id })
  const coupon = code === undefined ? null : await ensureCoupon(deps, code)
  const metadata = { checkout: checkout.id, terms: String(terms.id), product: PRODUCT }
  const session = await payments
    .openSession({
      reference: checkout.id,
      customer,
      price,
      metadata,
      startsAt: await trialEnd(deps, checkout.user_id),
      coupon,
      successUrl: successAddress(config, checkout.id),
      leaveUrl: plansAddress(config),
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof PaymentsRefused)) throw error
      await failCheckout(db, checkout)
      // What was deleted at the processor, or belongs to another account there, is created again.
      if (error.code === 'resource_missing' && error.param === 'customer') {
        await ensureCustomer(deps, checkout.user_id, customer)
      } else if (error.param?.startsWith('line_items')) await ensurePrice(deps, terms, price)
      else if (code !== undefined && error.param?.startsWith('discounts')) await replaceCoupon(deps, code, error)
      else throw error
      return undefined
    })
  if (session === undefined) return undefined
  const saved = await db
    .updateTable('checkouts')
    .set({ source_id: session.id })
    .where('id', '=', checkout.id)
    .where('status', '=', 'open')
    .where('source_id', 'is', null)
    .returning('id')
    .executeTakeFirst()
  const at = isoTime(deps.now() + OPEN_MS)
  await schedulePoll(db, { user_id: checkout.user_id, source: payments.kind }, { at, unlessBy: at })
  return saved === undefined ? sessionInstead(deps, checkout, session) : session
}

/** Makes the coupon of a code again that the processor no longer has; one that it does not accept has ended there. */
async function replaceCoupon(deps: BillingDeps, code: CodeRow, { code: reason }: PaymentsRefused): Promise<void> {
  if (reason !== 'resource_missing') throw codeEnded()
  await ensureCoupon(deps, code, await ensureCoupon(deps, code))
}

/** The session to pay when `session` came too late, because another process has opened one for the same purchase. */
async function sessionInstead(
  { db, payments }: BillingDeps,
  { id }: CheckoutRow,
  session: PaymentSession,
): Promise<PaymentSession | undefined> {
  const now = await db.selectFrom('checkouts').select(['status', 'source_id']).where('id', '=', id).executeTakeFirst()
  const other = now?.status === 'open' ? now.source_id : null
  if (other === session.id) return session
  await payments.endSession(session.id)
  // The user's purchase was replaced or deleted.
  if (other === null) throw appError('conflict')
  return payments.findSession(other)
}
