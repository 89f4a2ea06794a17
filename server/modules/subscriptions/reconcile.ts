import { PaymentsRefused } from '../../providers/payments/payments.ts'
import type { BillingNeeds } from './billing.needs.ts'
import type { CustomerRow } from './customers.repository.ts'
import { DAY_MS } from './next-question.ts'
import { syncCustomer } from './sync-customer.ts'

/** Of a round; the next ones come after. */
const BATCH = 50

/** Asks about customers of whom nothing was heard for long: what a lost notice would have told is found. */
export async function reconcile(needs: BillingNeeds, isStopping: () => boolean = () => false): Promise<number> {
  let asked = 0
  for (const customer of await dueCustomers(needs)) {
    if (isStopping()) break
    await syncCustomer(needs, customer).catch((error: unknown) => skip(needs, customer, error))
    asked += 1
  }
  return asked
}

/** Whom the processor will not speak of is asked about again later, and holds up nobody behind. */
async function skip({ db, now, log }: BillingNeeds, customer: CustomerRow, error: unknown): Promise<void> {
  if (!(error instanceof PaymentsRefused)) throw error
  log.error({ err: error, user: customer.user_id }, 'the payment processor does not speak of a customer')
  await db
    .updateTable('payment_customers')
    .set({ ask_at: new Date(now() + DAY_MS).toISOString() })
    .where('user_id', '=', customer.user_id)
    .where('source', '=', customer.source)
    .execute()
}

function dueCustomers({ db, payments, now }: BillingNeeds): Promise<CustomerRow[]> {
  return db
    .selectFrom('payment_customers')
    .selectAll()
    .where('source', '=', payments.kind)
    .where('ask_at', '<=', new Date(now()).toISOString())
    .orderBy('ask_at')
    .limit(BATCH)
    .execute()
}
