import { DAY_MS, isoTime } from '../../../lib/time.ts'
import { PaymentsRefused, PaymentsUnreachable } from '../../../providers/payments/payments.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { type CustomerRow, findPayer, schedulePoll, takeDue } from '../customers.repository.ts'
import { OPEN_MS } from './next-poll.ts'
import { syncCustomer } from './sync-customer.ts'

/** The maximum of customers in one run; the others follow in the next. */
const BATCH = 50
/** After so many consecutive failures the processor is considered unreachable, and the run ends. */
const UNREACHABLE_MAX = 3

/** Polls the customers who are due, to detect changes whose events were lost. Returns how many. */
export async function reconcile(deps: BillingDeps, isStopping: () => boolean = () => false): Promise<number> {
  let polled = 0
  let unreachable = 0
  for (const customer of await dueCustomers(deps)) {
    if (isStopping()) break
    const time = isoTime(deps.now())
    if (!(await takeDue(deps.db, customer, { at: after(deps, OPEN_MS), time }))) continue
    try {
      await syncCustomer(deps, customer)
      await updateProcessorCustomer(deps, customer)
      unreachable = 0
    } catch (error) {
      await postpone(deps, customer, error)
      unreachable = error instanceof PaymentsUnreachable ? unreachable + 1 : 0
      if (unreachable === UNREACHABLE_MAX) throw error
    }
    polled += 1
  }
  return polled
}

/**
 * Updates the customer's address and name at the processor, because an admin may have changed them. This happens with
 * each poll: saving an address never waits for the processor, and a failed update is retried.
 */
async function updateProcessorCustomer(
  { db, payments, log }: BillingDeps,
  { user_id, customer_id }: CustomerRow,
): Promise<void> {
  const payer = await findPayer(db, user_id)
  if (payer === undefined) return
  try {
    await payments.changeCustomer(customer_id, payer)
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error
    log.warn({ err: error, user: user_id }, 'the payment processor does not take the address of a customer')
  }
}

/** Schedules the next poll of a customer who could not be read, so that the others do not wait for them. */
async function postpone(deps: BillingDeps, customer: CustomerRow, error: unknown): Promise<void> {
  const { db, now, log } = deps
  const passes = error instanceof PaymentsUnreachable
  const level = passes ? 'warn' : 'error'
  log[level]({ err: error, user: customer.user_id }, 'what a customer has could not be read; it is asked later')
  const at = after(deps, passes ? OPEN_MS : DAY_MS)
  await schedulePoll(db, customer, { at, unlessBy: isoTime(now()) })
}

const after = ({ now }: BillingDeps, ms: number): string => isoTime(now() + ms)

function dueCustomers({ db, payments, now }: BillingDeps): Promise<CustomerRow[]> {
  return db
    .selectFrom('payment_customers')
    .selectAll()
    .where('source', '=', payments.kind)
    .where('ask_at', '<=', isoTime(now()))
    .orderBy('ask_at')
    .limit(BATCH)
    .execute()
}
