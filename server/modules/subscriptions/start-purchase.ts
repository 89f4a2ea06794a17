import { PRODUCT } from '#contract/limits.ts'
import { httpError } from '../../http/errors.ts'
import { type PaymentSession, type Payments, PaymentsRefused } from '../../providers/payments/payments.ts'
import type { TermsRow } from '../plans/terms.ts'
import { whenReached } from './ask-payments.ts'
import type { BillingNeeds } from './billing.needs.ts'
import { plansAddress, successAddress } from './checkout-address.ts'
import { askAgain } from './customers.repository.ts'
import { ensureCustomer } from './ensure-customer.ts'
import { ensurePrice } from './ensure-price.ts'
import { OPEN_MS } from './next-question.ts'
import { planPurchase } from './plan-purchase.ts'
import type { StartedCheckout } from './start-checkout.ts'
import { checkoutEnded } from './subscriptions.errors.ts'
import { type CheckoutRow, failCheckout } from './subscriptions.repository.ts'
import { syncPerson } from './sync-customer.ts'

/** Each round ends because a purchase or a subscription was found to be over. */
const ROUNDS = 5

const underWay = new WeakMap<Payments, Map<string, Promise<StartedCheckout>>>()

/**
 * Opens a page of the processor on which a plan is paid, or finds the one that is open. Twenty clicks at once share one
 * purchase, and it is the only one that this person can pay: so at most one subscription comes of them.
 */
export function startPurchase(needs: BillingNeeds, userId: number, planId: number): Promise<StartedCheckout> {
  const clicks = underWay.get(needs.payments) ?? new Map<string, Promise<StartedCheckout>>()
  underWay.set(needs.payments, clicks)
  const key = `${userId} ${planId}`
  const known = clicks.get(key)
  if (known !== undefined) return known
  const started = whenReached(purchase(needs, userId, planId)).finally(() => clicks.delete(key))
  clicks.set(key, started)
  return started
}

async function purchase(needs: BillingNeeds, userId: number, planId: number): Promise<StartedCheckout> {
  for (let round = 1; round <= ROUNDS; round += 1) {
    const step = await planPurchase(needs, userId, planId)
    if (step.kind === 'settle') {
      for (const { status, source_id } of step.subscriptions) {
        // A failed payment would be tried again beside the new subscription.
        if (status !== 'active' && status !== 'trialing' && source_id !== null) {
          await needs.payments.endSubscription(source_id)
        }
      }
      await syncPerson(needs, userId)
      continue
    }
    const session =
      step.kind === 'buy' ? await openOrFind(needs, step.checkout, step.terms) : await endPurchase(needs, step.checkout)
    if (step.kind === 'buy' && session?.status === 'open' && session.url !== null) {
      return { session_id: step.checkout.id, checkout_url: session.url }
    }
    if (session?.status === 'complete') await syncPerson(needs, userId)
    else await failCheckout(needs.db, step.checkout)
  }
  throw checkoutEnded()
}

/** Undefined when the processor does not know it any more. */
async function openOrFind(
  needs: BillingNeeds,
  checkout: CheckoutRow,
  terms: TermsRow,
): Promise<PaymentSession | undefined> {
  const { db, payments, config } = needs
  if (checkout.source_id !== null) return payments.findSession(checkout.source_id)
  const customer = await ensureCustomer(needs, checkout.user_id)
  const price = await ensurePrice(needs, terms)
  const metadata = { checkout: checkout.id, terms: String(terms.id), product: PRODUCT }
  const session = await payments
    .openSession({
      reference: checkout.id,
      customer,
      price,
      metadata,
      successUrl: successAddress(config, checkout.id),
      leaveUrl: plansAddress(config),
    })
    .catch(async (error: unknown) => {
      if (!(error instanceof PaymentsRefused)) throw error
      // A price that was put away at the processor is made again with the next click.
      await db.deleteFrom('payment_prices').where('terms_id', '=', terms.id).execute()
      await failCheckout(db, checkout)
      throw error
    })
  const kept = await db
    .updateTable('checkouts')
    .set({ source_id: session.id })
    .where('id', '=', checkout.id)
    .where('status', '=', 'open')
    .returning('id')
    .executeTakeFirst()
  const soon = new Date(needs.now() + OPEN_MS).toISOString()
  await askAgain(db, { user_id: checkout.user_id, source: payments.kind }, soon)
  // Another purchase of the same person has taken its place meanwhile, or the person is gone.
  if (kept === undefined) {
    await payments.endSession(session.id)
    throw httpError('conflict')
  }
  return session
}

/** Nobody can pay it any more, unless somebody has; says what it is now. */
async function endPurchase({ db, payments }: BillingNeeds, checkout: CheckoutRow): Promise<PaymentSession | undefined> {
  if (checkout.source !== payments.kind) return undefined
  if (checkout.source_id !== null) return payments.endSession(checkout.source_id)
  // Its session may be on its way: whoever waits for it sees (`kept`) that it came too late. If it is there by now, the
  // next round ends it.
  const open = db.updateTable('checkouts').set({ status: 'failed' }).where('id', '=', checkout.id)
  await open.where('status', '=', 'open').where('source_id', 'is', null).execute()
  return undefined
}
