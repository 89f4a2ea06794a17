import type { Kysely, Updateable } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'
import type { SandboxSubscriptionsTable } from '../../db/schema/schema-sandbox.ts'
import { addInterval } from '../../lib/add-interval.ts'
import { DAY_MS, isoTime } from '../../lib/time.ts'
import { intervalOf, type SandboxDeps, type SandboxRow, withTerms } from './sandbox.repository.ts'
import { writeEvents } from './sandbox-events.ts'
import { addFailure, payFailedInvoices, writeInvoice } from './sandbox-invoices.ts'

/** Days until a declined payment is retried; after the last retry the subscription ends. */
const RETRY_DAYS = [3, 5, 7]
interface Transition {
  changes: Updateable<SandboxSubscriptionsTable>
  types: readonly string[]
  /** What becomes of the new period's bill; without it no period begins. */
  bill?: 'paid' | 'failed'
}

/** Applies the next due transition; false when none is due. */
export async function applyNextDue({ db, now }: SandboxDeps): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const due = await trx
      .selectFrom('sandbox_subscriptions')
      .selectAll()
      .where('due_at', '<=', isoTime(now()))
      .orderBy('due_at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (due === undefined || due.due_at === null) return false
    await applyTransition(trx, due, due.due_at)
    return true
  })
}

async function applyTransition(trx: Kysely<Database>, row: SandboxRow, at: string): Promise<void> {
  const { changes, types, bill } = next(row, at)
  const changed = await trx
    .updateTable('sandbox_subscriptions')
    .set(changes)
    .where('id', '=', row.id)
    // Another process may have applied it first.
    .where('due_at', '=', at)
    .returningAll()
    .executeTakeFirst()
  if (changed === undefined) return
  if (changed.status === 'active' && row.failures > 0) await payFailedInvoices(trx, row.id, at)
  if (types.includes('invoice.payment_failed') && bill === undefined) await addFailure(trx, row.id, at)
  if (bill !== undefined) await writeInvoice(trx, changed, { status: bill, reason: 'renewal', at })
  await writeEvents(trx, { userId: row.user_id, types, object: row.id, at })
}

/** As in Stripe, a period is renewed on time, paid or not; a failed payment is retried, then the subscription ends. */
function next(row: SandboxRow, at: string): Transition {
  const isOver = at >= row.current_period_end
  if (row.cancel_at_period_end === 1 && isOver) return end('customer.subscription.deleted')
  const period = isOver ? nextPeriod(row) : {}
  const due = { ...row, ...period }.current_period_end
  if (row.card_works === 1) {
    const changes = { ...period, status: 'active' as const, failures: 0, due_at: due }
    return { changes, types: ['invoice.paid', 'customer.subscription.updated'], ...(isOver && { bill: 'paid' }) }
  }
  const wait = RETRY_DAYS[isOver ? 0 : row.failures]
  if (wait === undefined) return end('invoice.payment_failed', 'customer.subscription.deleted')
  const due_at = isoTime(Date.parse(at) + wait * DAY_MS)
  const failures = isOver ? 1 : row.failures + 1
  const types = ['invoice.payment_failed', 'customer.subscription.updated']
  return { changes: { ...period, status: 'past_due', failures, due_at }, types, ...(isOver && { bill: 'failed' }) }
}

/** The next period, at the price that was scheduled for it. */
function nextPeriod(row: SandboxRow): Updateable<SandboxSubscriptionsTable> & { current_period_end: string } {
  const start = row.current_period_end
  if (row.next_price === null || row.next_terms === null) {
    const periods = row.periods + 1
    const current_period_end = addInterval(row.anchor, intervalOf(row.price), periods)
    return { periods, current_period_start: start, current_period_end }
  }
  return {
    price: row.next_price,
    metadata: withTerms(row.metadata, row.next_terms),
    next_price: null,
    next_terms: null,
    ...(row.next_drops_discount === 1 && { discount: null, discount_until: null, next_drops_discount: 0 as const }),
    anchor: start,
    periods: 1,
    current_period_start: start,
    current_period_end: addInterval(start, intervalOf(row.next_price)),
  }
}

const end = (...types: string[]): Transition => ({
  changes: { status: 'canceled', due_at: null, next_price: null, next_terms: null },
  types,
})
