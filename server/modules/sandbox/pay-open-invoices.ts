import { isoTime } from '../../lib/time.ts'
import { PaymentsDeclined } from '../../providers/payments/payments.ts'
import type { SandboxDeps } from './sandbox.repository.ts'
import { writeEvents } from './sandbox-events.ts'
import { payFailedInvoices } from './sandbox-invoices.ts'

/** Pays the failed payments of a user's subscriptions; false when there are none. Throws PaymentsDeclined. */
export function payOpenInvoices({ db, now }: SandboxDeps, userId: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const paid = await trx
      .updateTable('sandbox_subscriptions')
      .set((eb) => ({ status: 'active', failures: 0, due_at: eb.ref('current_period_end') }))
      .where('user_id', '=', userId)
      .where('status', '=', 'past_due')
      .returning(['id', 'card_works'])
      .execute()
    // Undoes the transaction.
    if (paid.some(({ card_works }) => card_works === 0)) throw new PaymentsDeclined('card_declined')
    for (const { id } of paid) {
      await payFailedInvoices(trx, id, isoTime(now()))
      const types = ['invoice.paid', 'customer.subscription.updated']
      await writeEvents(trx, { userId, types, object: id, at: isoTime(now()) })
    }
    return paid.length > 0
  })
}
