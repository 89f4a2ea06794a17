import { randomUUID } from 'node:crypto'
import { addInterval } from '../../lib/add-interval.ts'
import { isoTime } from '../../lib/time.ts'
import { intervalOf, type SandboxDeps } from './sandbox.repository.ts'
import type { SandboxOutcome } from './sandbox.ts'
import { writeEvents } from './sandbox-events.ts'

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
    const { user_id, price, metadata } = session
    if (outcome === 'decline') {
      const types = ['checkout.session.async_payment_failed']
      await writeEvents(trx, { userId: user_id, types, object: id, at })
      return true
    }
    const subscription = `sub_sandbox_${randomUUID()}`
    const current_period_end = addInterval(at, intervalOf(price))
    await trx
      .insertInto('sandbox_subscriptions')
      .values({
        id: subscription,
        user_id,
        status: 'active',
        price,
        metadata,
        anchor: at,
        periods: 1,
        current_period_start: at,
        current_period_end,
        cancel_at_period_end: 0,
        card_works: 1,
        failures: 0,
        due_at: current_period_end,
        created_at: at,
      })
      .execute()
    const types = ['customer.subscription.created', 'checkout.session.completed', 'invoice.paid']
    await writeEvents(trx, { userId: user_id, types, object: subscription, at })
    return true
  })
}
