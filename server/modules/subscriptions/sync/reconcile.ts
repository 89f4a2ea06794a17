import { PaymentsRefused, PaymentsUnreachable } from '../../../providers/payments/payments.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { askAgain, type CustomerRow, findPayer, takeDue } from '../customers.repository.ts'
import { DAY_MS, OPEN_MS } from './next-poll.ts'
import { syncCustomer } from './sync-customer.ts'

/** Of a round; the next ones come after. */
const BATCH = 50
/** So many in a row without an answer: it is not the customers. */
const UNREACHABLE_MAX = 3

/** Asks about customers of whom nothing was heard for long: what a lost event would have told is found. */
export async function reconcile(deps: BillingDeps, isStopping: () => boolean = () => false): Promise<number> {
  let asked = 0
  let unreachable = 0
  for (const customer of await dueCustomers(deps)) {
    if (isStopping()) break
    const time = new Date(deps.now()).toISOString()
    if (!(await takeDue(deps.db, customer, { at: after(deps, OPEN_MS), time }))) continue
    try {
      await syncCustomer(deps, customer)
      await tellPayer(deps, customer)
      unreachable = 0
    } catch (error) {
      await postpone(deps, customer, error)
      unreachable = error instanceof PaymentsUnreachable ? unreachable + 1 : 0
      if (unreachable === UNREACHABLE_MAX) throw error
    }
    asked += 1
  }
  return asked
}

/**
 * Tells where a customer's bills go: an admin may have changed the address. Here alone, and each time: nobody who saves
 * an address waits for the processor, and what it did not hear is told with the next question.
 */
async function tellPayer({ db, payments, log }: BillingDeps, { user_id, customer_id }: CustomerRow): Promise<void> {
  const payer = await findPayer(db, user_id)
  if (payer === undefined) return
  try {
    await payments.changeCustomer(customer_id, payer)
  } catch (error) {
    if (!(error instanceof PaymentsRefused)) throw error
    log.warn({ err: error, user: user_id }, 'the payment processor does not take the address of a customer')
  }
}

/** Who cannot be read is asked about again later, and holds up nobody behind. */
async function postpone(deps: BillingDeps, customer: CustomerRow, error: unknown): Promise<void> {
  const { db, now, log } = deps
  const passes = error instanceof PaymentsUnreachable
  const level = passes ? 'warn' : 'error'
  log[level]({ err: error, user: customer.user_id }, 'what a customer has could not be read; it is asked later')
  const at = after(deps, passes ? OPEN_MS : DAY_MS)
  await askAgain(db, customer, { at, time: new Date(now()).toISOString() })
}

const after = ({ now }: BillingDeps, ms: number): string => new Date(now() + ms).toISOString()

function dueCustomers({ db, payments, now }: BillingDeps): Promise<CustomerRow[]> {
  return db
    .selectFrom('payment_customers')
    .selectAll()
    .where('source', '=', payments.kind)
    .where('ask_at', '<=', new Date(now()).toISOString())
    .orderBy('ask_at')
    .limit(BATCH)
    .execute()
}
