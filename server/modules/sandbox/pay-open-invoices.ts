import { isoTime } from '../../lib/time.ts'
import type { SandboxDeps } from './sandbox.repository.ts'
import { writeEvents } from './sandbox-events.ts'
import { payFailedInvoices } from './sandbox-invoices.ts'

/** Pays the failed payments of a user's subscriptions, as with another card; false when there are none. */
export function payOpenInvoices({ db, now }: SandboxDeps, userId: number): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const paid = await trx
      .updateTable('sandbox_subscriptions')
      .set((eb) => ({ status: 'active', failures: 0, card_works: 1, due_at: eb.ref('current_period_end') }))
      .where('user_id', '=', userId)
      .where('status', '=', 'past_due')
      .returning('id')
      .execute()
    for (const { id } of paid) {
      await payFailedInvoices(trx, id, isoTime(now()))
      const types = ['invoice.paid', 'customer.subscription.updated']
      await writeEvents(trx, { userId, types, object: id, at: isoTime(now()) })
    }
    return paid.length > 0
  })
}
