import { isoTime } from '../../../lib/time.ts'
import type { PaidSubscription, PaymentSession, Payments } from '../../../providers/payments/payments.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { type CustomerRow, findCustomer, redeemTicket, schedulePoll, takeTicket } from '../customers.repository.ts'
import { type CheckoutRow, failCheckout, findOpenCheckout } from '../subscriptions.repository.ts'
import { lockUser } from '../user-lock.repository.ts'
import { type Coalesce, createCoalescer } from './coalesce.ts'
import { nextPollAt } from './next-poll.ts'
import { storePaid } from './store-paid.ts'

const coalescers = new WeakMap<Payments, Coalesce>()

/**
 * Reads a customer's state from the processor and stores it; paid subscriptions change only here. The read begins after
 * the call, so that it includes the change that caused the call. Reads of a customer are coalesced in a process; among
 * processes the later read wins. Throws PaymentsUnreachable.
 */
export function syncCustomer(deps: BillingDeps, customer: CustomerRow): Promise<void> {
  const coalesce = coalescers.get(deps.payments) ?? createCoalescer()
  coalescers.set(deps.payments, coalesce)
  return coalesce(customer.customer_id, () => sync(deps, customer))
}

/** Like `syncCustomer`, for a user; does nothing for a user who never bought anything. */
export async function syncUser(deps: BillingDeps, userId: number): Promise<void> {
  const customer = await findCustomer(deps.db, deps.payments.kind, { userId })
  if (customer !== undefined) await syncCustomer(deps, customer)
}

async function sync(deps: BillingDeps, customer: CustomerRow): Promise<void> {
  const { db, payments } = deps
  const ticket = await takeTicket(db, customer)
  if (ticket === undefined) return
  const checkout = await findOpenCheckout(db, customer.user_id)
  // The session is read first, so that a subscription bought by it is among those read next.
  const session = await sessionOf(payments, checkout)
  const subscriptions = await payments.listSubscriptions(customer.customer_id)
  await write(deps, customer, { ticket, subscriptions, over: isOver(session) ? checkout : undefined })
}

interface Found {
  ticket: number
  subscriptions: readonly PaidSubscription[]
  /** A purchase that failed or expired. */
  over: CheckoutRow | undefined
}

async function write({ db, engine, now, log, payments }: BillingDeps, customer: CustomerRow, found: Found) {
  const context = { userId: customer.user_id, source: payments.kind, time: isoTime(now()) }
  await db.transaction().execute(async (trx) => {
    if (!(await lockUser(trx, engine, customer.user_id))) return
    if (!(await redeemTicket(trx, customer, found.ticket, context.time))) return
    for (const paid of found.subscriptions) {
      if (!(await storePaid(trx, context, paid)))
        log.warn({ subscription: paid.id }, 'a subscription that we did not sell')
    }
    if (found.over !== undefined) await failCheckout(trx, found.over)
    const isBuying = (await findOpenCheckout(trx, customer.user_id)) !== undefined
    const at = nextPollAt(found.subscriptions, isBuying, now())
    await schedulePoll(trx, customer, { at, time: context.time })
  })
}

/** Null when there is no session to read. */
async function sessionOf(payments: Payments, checkout: CheckoutRow | undefined) {
  if (checkout === undefined || checkout.source !== payments.kind || checkout.source_id === null) return null
  return payments.findSession(checkout.source_id)
}

const isOver = (session: PaymentSession | null | undefined): boolean =>
  session === undefined || session?.status === 'expired' || session?.status === 'declined'
