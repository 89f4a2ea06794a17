import { randomUUID } from 'node:crypto'
import { addInterval } from '../../lib/add-interval.ts'
import { isoTime } from '../../lib/time.ts'
import { intervalOf, type SandboxDeps, withTaxIds } from './sandbox.repository.ts'
import type { SandboxOutcome } from './sandbox.ts'
import { readDetails } from './sandbox-details.ts'
import { discountUntil } from './sandbox-discounts.ts'
import { writeEvents } from './sandbox-events.ts'
import { writeInvoice } from './sandbox-invoices.ts'

/** Pays or declines an open session; false when it has ended. */
export function settleSession({ db, now }: SandboxDeps, id: string, outcome: SandboxOutcome): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const at = isoTime(now())
    const session = await trx
      .updateTable('sandbox_sessions')
      .set({ status: outcome === 'pay' ? 'complete' : 'declined' })
      .where('id', '=', id)
      .where('status', '=', 'open')
      .where('expires_at', '>', at)
      .returningAll()
      .executeTakeFirst()
    if (session === undefined) return false
    const { user_id, price, metadata, starts_at, discount } = session
    if (outcome === 'decline') {
      const types = ['checkout.session.async_payment_failed']
      await writeEvents(trx, { userId: user_id, types, object: id, at })
      return true
    }
    const subscription = `sub_sandbox_${randomUUID()}`
    const isTrial = starts_at !== null && starts_at > at
    const current_period_end = isTrial ? starts_at : addInterval(at, intervalOf(price))
    const firstPeriod = isTrial ? starts_at : at
    const discount_until = discountUntil(discount, { price, at, firstPeriod })
    const { taxIds } = (await readDetails(trx, user_id)) ?? { taxIds: [] }
    const known = taxIds.length === 0 ? metadata : withTaxIds(metadata, taxIds)
    const bought = { id: subscription, user_id, price, metadata: known, discount, discount_until }
    await trx
      .insertInto('sandbox_subscriptions')
      .values({
        ...bought,
        status: isTrial ? 'trialing' : 'active',
        // The paid periods are counted from the end of the trial.
        anchor: isTrial ? starts_at : at,
        periods: isTrial ? 0 : 1,
        current_period_start: at,
        current_period_end,
        cancel_at_period_end: 0,
        card_works: 1,
        failures: 0,
        due_at: current_period_end,
        created_at: at,
      })
      .execute()
    if (!isTrial) await writeInvoice(trx, bought, { status: 'paid', reason: 'purchase', at })
    const types = ['customer.subscription.created', 'checkout.session.completed', 'invoice.paid']
    await writeEvents(trx, { userId: user_id, types, object: subscription, at })
    return true
  })
}
