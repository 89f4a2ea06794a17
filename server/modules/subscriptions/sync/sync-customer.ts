import { lockUser } from '../../../db/lock-user.ts'
import { isoTime } from '../../../lib/time.ts'
import type {
  CustomerState,
  PaidInvoice,
  PaidSubscription,
  PaymentSession,
  Payments,
} from '../../../providers/payments/payments.ts'
import type { BillingDeps } from '../billing.deps.ts'
import {
  applyFencingToken,
  type CustomerRow,
  findCustomer,
  nextFencingToken,
  schedulePoll,
} from '../customers.repository.ts'
import { sendsMails } from '../mails/billing-mails.repository.ts'
import { type ReadRefunds, readRefunds } from '../refunds/read-refunds.ts'
import { type CheckoutRow, failCheckout, findOpenCheckout } from '../subscriptions.repository.ts'
import { type Coalesce, createCoalescer } from './coalesce.ts'
import { nextPollAt } from './next-poll.ts'
import { storeInvoices } from './store-invoices.ts'
import { storePaid } from './store-paid.ts'

const coalescers = new WeakMap<Payments, Coalesce>()

/**
 * Reads a customer's state from the processor and stores it; paid subscriptions change only here. The read begins after
 * the call, so that it includes the change that caused the call. Reads of a customer are coalesced in a process; among
 * processes the later read wins. Throws PaymentsUnreachable or PaymentsRefused.
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
  const fencingToken = await nextFencingToken(db, customer)
  if (fencingToken === undefined) return
  const checkout = await findOpenCheckout(db, customer.user_id)
  // The session is read first, so that a subscription bought by it is among those read next.
  const session = await sessionOf(payments, checkout)
  const state = await payments.readCustomer(customer.customer_id)
  const refunds = await readRefunds(deps, customer.user_id)
  await write(deps, customer, { fencingToken, state, refunds, over: isOver(session) ? checkout : undefined })
}

interface Found {
  fencingToken: number
  /** Undefined when the processor does not know the customer. */
  state: CustomerState | undefined
  refunds: ReadRefunds
  /** A purchase that failed or expired. */
  over: CheckoutRow | undefined
}

async function write(
  deps: BillingDeps,
  customer: CustomerRow,
  { fencingToken, state, refunds, over }: Found,
): Promise<void> {
  const { db, now, log, payments, config } = deps
  const time = isoTime(now())
  const of = { userId: customer.user_id, source: payments.kind, time, sendsMails: sendsMails(config) }
  const { subscriptions, invoices } = state ?? { subscriptions: [], invoices: [] }
  const context = { ...of, unpaidSince: unpaidSince(invoices), graceDays: config.billingGraceDays }
  await db.transaction().execute(async (trx) => {
    if (!(await lockUser(trx, customer.user_id))) return
    if (!(await applyFencingToken(trx, customer, { fencingToken, time, isKnown: state !== undefined }))) return
    // What was paid in another account stays in the history.
    if (state !== undefined) await storeInvoices(trx, of, invoices)
    for (const id of refunds.failed) {
      const failed = trx.updateTable('refunds').set({ status: 'failed', updated_at: time }).where('id', '=', id)
      await failed.where('status', '=', 'done').execute()
    }
    for (const paid of subscriptions) {
      if (!(await storePaid(trx, context, paid)))
        log.warn({ subscription: paid.id }, 'a subscription that we did not sell')
    }
    const ended = await endMissing(trx, of, subscriptions)
    if (state === undefined) log.warn({ user: of.userId, ended }, 'the payment processor does not know a customer')
    if (over !== undefined) await failCheckout(trx, over)
    const isBuying = (await findOpenCheckout(trx, customer.user_id)) !== undefined
    const at = nextPollAt(subscriptions, { isBuying, mayRefundFail: refunds.mayFail }, now())
    await schedulePoll(trx, customer, { at, unlessBy: time })
  })
}

/**
 * The oldest unpaid invoice of each subscription, ISO 8601. One that the processor wrote off counts only where nothing
 * else is unpaid: it is no part of what a later failed payment leaves owing.
 */
function unpaidSince(invoices: readonly PaidInvoice[]): Map<string, string> {
  const { off = [], owed = [] } = Object.groupBy(invoices, ({ isWrittenOff }) => (isWrittenOff ? 'off' : 'owed'))
  return new Map([...oldestUnpaid(off), ...oldestUnpaid(owed)])
}

function oldestUnpaid(invoices: readonly PaidInvoice[]): Map<string, string> {
  const since = new Map<string, string>()
  for (const { subscriptionId, status, createdAt } of invoices) {
    if (subscriptionId === null || status === 'paid') continue
    const known = since.get(subscriptionId)
    if (known === undefined || createdAt < known) since.set(subscriptionId, createdAt)
  }
  return since
}

/** Ends the rows of subscriptions that the processor has no longer. Returns how many. */
async function endMissing(
  trx: BillingDeps['db'],
  { userId, source, time }: { userId: number; source: string; time: string },
  found: readonly PaidSubscription[],
): Promise<number> {
  const alive = trx
    .selectFrom('subscriptions')
    .select(['id', 'source_id'])
    .where('user_id', '=', userId)
    .where('source', '=', source)
    .where('status', '!=', 'canceled')
  const known = new Set<string | null>(found.map(({ id }) => id))
  const missing = (await alive.execute()).filter(({ source_id }) => !known.has(source_id)).map(({ id }) => id)
  if (missing.length === 0) return 0
  await trx
    .updateTable('subscriptions')
    .set({ status: 'canceled', scheduled_terms_id: null, scheduled_at: null, grace_until: null, updated_at: time })
    .where('id', 'in', missing)
    .execute()
  return missing.length
}

/** Null when there is no session to read. */
async function sessionOf(payments: Payments, checkout: CheckoutRow | undefined) {
  if (checkout === undefined || checkout.source !== payments.kind || checkout.source_id === null) return null
  return payments.findSession(checkout.source_id)
}

const isOver = (session: PaymentSession | null | undefined): boolean =>
  session === undefined || session?.status === 'expired' || session?.status === 'declined'
