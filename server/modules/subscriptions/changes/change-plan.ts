import { randomUUID } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import type { changePlan as call } from '#contract/endpoints/billing.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { HOUR_MS, isoTime } from '../../../lib/time.ts'
import { PaymentsRefused, PaymentsUnreachable } from '../../../providers/payments/payments.ts'
import { minorUnitsOf } from '../../../providers/payments/price-parts.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { makeDue } from '../customers.repository.ts'
import { mapPaymentErrors } from '../map-payment-errors.ts'
import { amountChanged, changeUnknown, paymentUnavailable, planNotChangeable } from '../subscriptions.errors.ts'
import { toSubscription } from '../subscriptions.mappers.ts'
import { findSubscription } from '../subscriptions.repository.ts'
import { syncUser } from '../sync/sync-customer.ts'
import { withChangeLease } from './change-lease.ts'
import { type DecidedChange, decideChange } from './decide-change.ts'
import { withPrice } from './with-price.ts'

type Input = BodyOf<typeof call>

/** How long a shown amount may be accepted. */
const QUOTE_MS = HOUR_MS

/**
 * Changes the plan of a user's subscription: at once, charging the difference, or when the period ends. Either all of
 * it happens or nothing. Throws the errors of `decideChange`; `conflict` when the amount is no longer the shown one, or
 * another change is under way; `payment_declined`; `payment_unavailable`, also while it is not known whether it is
 * changed.
 */
export async function changePlan(deps: BillingDeps, userId: number, input: Input): Promise<Subscription> {
  const wanted = { subscriptionId: input.subscription_id, planId: input.plan_id }
  await findSubscription(deps.db, userId, wanted.subscriptionId)
  await withChangeLease(deps, wanted.subscriptionId, async () => {
    const change = await decideChange(deps, userId, wanted)
    await mapPaymentErrors(perform(deps, change, input).catch((error) => requireChanged(deps, userId, change, error)))
    await read(deps, userId)
  })
  const row = await findSubscription(deps.db, userId, wanted.subscriptionId)
  if (row.subscription.status === 'canceled') throw planNotChangeable()
  const { plan_id, scheduled_terms_id } = row.subscription
  if (plan_id !== wanted.planId && scheduled_terms_id === null) throw paymentUnavailable(new Error('it is not changed'))
  return toSubscription(row, deps.now())
}

/**
 * Reads the state after a failed request, whose response may have been lost: a plan that is changed all the same is no
 * failure. Otherwise rethrows the reason. If the processor was unreachable for the request and the state cannot be read
 * either, throws an error that says that the result is unknown.
 */
async function requireChanged(
  deps: BillingDeps,
  userId: number,
  change: DecidedChange,
  reason: unknown,
): Promise<void> {
  try {
    await syncUser(deps, userId)
  } catch (error) {
    deps.log.warn({ err: error, user: userId }, 'a subscription could not be read after a failed change')
    if (!(reason instanceof PaymentsUnreachable)) throw reason
    await makeDue(deps.db, userId, isoTime(deps.now()))
    throw changeUnknown(reason)
  }
  const { subscription } = await findSubscription(deps.db, userId, change.row.id)
  const reached = change.when === 'now' ? subscription.terms_id : subscription.scheduled_terms_id
  if (reached !== change.terms.id) throw reason
}

/** Reads the state after a change. If the processor fails, leaves it to the billing job's next run and throws. */
async function read(deps: BillingDeps, userId: number): Promise<void> {
  await syncUser(deps, userId).catch(async (error: unknown) => {
    if (!(error instanceof PaymentsUnreachable || error instanceof PaymentsRefused)) throw error
    await makeDue(deps.db, userId, isoTime(deps.now()))
    throw changeUnknown(error)
  })
}

async function perform(deps: BillingDeps, change: DecidedChange, input: Input): Promise<void> {
  const countedTo = quoteOf(deps, change, input)
  try {
    await withPrice(deps, change, countedTo, async (wanted) => {
      if (change.when === 'period_end') {
        if (input.due_now !== undefined && input.due_now !== '0.00') throw amountChanged()
        return deps.payments.scheduleChange(wanted)
      }
      if (input.due_now !== undefined) {
        const { dueNow } = await deps.payments.previewChange(wanted)
        if (dueNow !== minorUnitsOf(input.due_now)) throw amountChanged()
      }
      return deps.payments.changePlan(wanted, randomUUID())
    })
  } catch (error) {
    // The processor no longer has the subscription; the read that follows ends its row.
    if (error instanceof PaymentsRefused && error.code === 'resource_missing') throw planNotChangeable()
    throw error
  }
}

/** The time of the amount that was shown. Throws `conflict` when it is too old, or of another period. */
function quoteOf({ now }: BillingDeps, { row }: DecidedChange, { quoted_at }: Input): string {
  if (quoted_at === undefined) return isoTime(now())
  const at = Date.parse(quoted_at)
  const isRecent =
    at <= now() && at > now() - QUOTE_MS && at >= Math.floor(Date.parse(row.current_period_start) / 1000) * 1000
  if (!isRecent) throw amountChanged()
  return isoTime(at)
}
