import { addInterval } from '../../lib/add-interval.ts'
import { DAY_MS, isoTime } from '../../lib/time.ts'
import {
  type ChangePreview,
  PaymentsDeclined,
  PaymentsRefused,
  type PlanChange,
  type SubscriptionChanges,
} from '../../providers/payments/payments.ts'
import {
  EXTENDED,
  findRow,
  intervalOf,
  priceOf,
  type SandboxDeps,
  type SandboxRow,
  toPaid,
  withMetadata,
  withTerms,
} from './sandbox.repository.ts'
import { priceAt, priceOfChange } from './sandbox-discounts.ts'
import { writeEvents } from './sandbox-events.ts'
import { writeInvoice } from './sandbox-invoices.ts'

export function sandboxChanges({ db, now }: SandboxDeps): SubscriptionChanges {
  const alive = async (id: string): Promise<SandboxRow> => {
    const row = await findRow(db, id)
    if (row === undefined || row.status === 'canceled') throw new PaymentsRefused('resource_missing')
    return row
  }
  async function set(
    id: string,
    changes: Partial<Pick<SandboxRow, 'cancel_at_period_end' | 'next_price' | 'next_terms' | 'next_drops_discount'>>,
  ) {
    const changed = db.updateTable('sandbox_subscriptions').set(changes).where('id', '=', id)
    return (await changed.where('status', '!=', 'canceled').returning('id').executeTakeFirst()) !== undefined
  }

  return {
    cancelSubscription: (id) => set(id, { cancel_at_period_end: 1, next_price: null, next_terms: null }),
    resumeSubscription: (id) => set(id, { cancel_at_period_end: 0 }),
    previewChange: async (change) => settle(await alive(change.subscriptionId), change),
    async changePlan(change) {
      const row = await alive(change.subscriptionId)
      if (row.price === change.price) return
      const { dueNow } = settle(row, change)
      if (dueNow > 0 && row.card_works === 0) throw new PaymentsDeclined('card_declined')
      const time = isoTime(now())
      const off = change.dropsDiscount ? { discount: null, discount_until: null } : {}
      const changed = { ...row, ...off, price: change.price, metadata: withTerms(row.metadata, change.terms) }
      const isNewPeriod = row.status !== 'trialing' && intervalOf(row.price) !== intervalOf(change.price)
      const end = addInterval(time, intervalOf(change.price))
      const period = { anchor: time, periods: 1, current_period_start: time, current_period_end: end, due_at: end }
      await db.transaction().execute(async (trx) => {
        const stored = await trx
          .updateTable('sandbox_subscriptions')
          .set({ price: changed.price, metadata: changed.metadata, ...off, next_price: null, next_terms: null })
          .$if(isNewPeriod, (update) => update.set(period))
          .where('id', '=', row.id)
          .where('status', '=', row.status)
          .where('price', '=', row.price)
          .returning('id')
          .executeTakeFirst()
        if (stored === undefined) throw new PaymentsRefused('changed_meanwhile')
        if (dueNow > 0) await writeInvoice(trx, changed, { status: 'paid', reason: 'change', at: time, total: dueNow })
        const types = ['customer.subscription.updated', ...(dueNow > 0 ? ['invoice.paid'] : [])]
        await writeEvents(trx, { userId: row.user_id, types, object: row.id, at: time })
      })
    },
    async scheduleChange({ subscriptionId, price, terms, dropsDiscount }) {
      await alive(subscriptionId)
      const next_drops_discount = dropsDiscount ? 1 : 0
      await set(subscriptionId, { next_price: price, next_terms: terms, next_drops_discount })
    },
    async extendSubscription(id, until) {
      const row = await findRow(db, id)
      if (row === undefined || row.status === 'canceled') return false
      const time = isoTime(now())
      const isTrial = row.status === 'trialing' && toPaid(row).extendedUntil === null
      return db.transaction().execute(async (trx) => {
        const extended = await trx
          .updateTable('sandbox_subscriptions')
          // As at Stripe, the period becomes a trial, from whose end the paid periods are counted.
          .set({
            status: 'trialing',
            anchor: until,
            periods: 0,
            current_period_start: row.status === 'trialing' ? row.current_period_start : time,
            current_period_end: until,
            due_at: until,
            ...(isTrial ? {} : { metadata: withMetadata(row.metadata, { [EXTENDED]: until }) }),
          })
          .where('id', '=', id)
          .where('status', '=', row.status)
          .where('current_period_end', '=', row.current_period_end)
          .returning('id')
          .executeTakeFirst()
        if (extended === undefined) throw new PaymentsRefused('changed_meanwhile')
        const types = ['customer.subscription.updated']
        await writeEvents(trx, { userId: row.user_id, types, object: id, at: time })
        return true
      })
    },
    async dropScheduledChange(id) {
      await set(id, { next_price: null, next_terms: null })
    },
  }
}

/**
 * What a change costs: the new price less what is left of the old one, counted by whole days, of which the present one
 * is still left. A plan of the same interval is paid for the days left, another one for its whole first period.
 */
function settle(row: SandboxRow, { price, countedTo, dropsDiscount }: PlanChange): ChangePreview {
  const [before, after] = [priceOf(row.price), priceOf(price)]
  if (before.currency !== after.currency) throw new PaymentsRefused('currency')
  if (row.status === 'trialing') return { dueNow: 0, taxNow: 0, currency: after.currency, lines: [] }
  const [start, end] = [Date.parse(row.current_period_start), Date.parse(row.current_period_end)]
  const days = Math.round((end - start) / DAY_MS)
  // The time of a preview has no milliseconds, so it may lie before a period that has just begun.
  const left = Math.min(days, Math.ceil((end - Date.parse(countedTo)) / DAY_MS)) / days
  const isSame = before.interval === after.interval
  const credit = Math.round(priceAt(row, row.current_period_start) * left)
  const next = priceOfChange({ ...row, price, ...(dropsDiscount && { discount: null }) }, countedTo)
  const cost = isSame ? Math.round(next * left) : next
  return {
    dueNow: Math.max(0, cost - credit),
    taxNow: 0,
    currency: after.currency,
    lines: [
      { description: 'Unused days', amount: -credit },
      { description: isSame ? 'Days left' : 'First period', amount: cost },
    ],
  }
}
