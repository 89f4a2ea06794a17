import type { Kysely, Selectable } from 'kysely'
import type { Database, SubscriptionsTable } from '../../../db/schema/schema.ts'
import { HOUR_MS, isoTime } from '../../../lib/time.ts'
import type { PaidSubscription } from '../../../providers/payments/payments.ts'
import { recordMail } from './billing-mails.repository.ts'
import { isHistory } from './record-invoice.ts'

interface Context {
  userId: number
  /** ISO 8601. */
  time: string
  /** Since when each subscription has an unpaid invoice. */
  unpaidSince: ReadonlyMap<string, string>
  sendsMails: boolean
}

type Standing = Pick<
  Selectable<SubscriptionsTable>,
  'status' | 'cancel_at_period_end' | 'current_period_end' | 'terms_id' | 'scheduled_terms_id'
>

interface Change {
  id: number
  /** Undefined for a subscription that is read for the first time. */
  before: Standing | undefined
  after: Standing
  paid: PaidSubscription
}

const alive = ['active', 'trialing', 'past_due', 'unpaid']

/** Records the mails about a change of a subscription at the processor, in the transaction that stores it. */
export async function recordChanges(
  trx: Kysely<Database>,
  { userId, time, unpaidSince, sendsMails }: Context,
  { id, before, after, paid }: Change,
): Promise<void> {
  if (!sendsMails) return
  const add = (mail: Omit<Parameters<typeof recordMail>[1], 'user_id'>) =>
    recordMail(trx, { user_id: userId, subscription_id: id, ...mail }, time)
  if (before === undefined) {
    // A purchase without a trial is reported with its invoice.
    const isNew = paid.wasPaid && paid.status === 'trialing' && !isHistory(paid.createdAt, time)
    if (isNew) await add({ kind: 'purchase', key: `purchase ${paid.id}` })
    return
  }
  if (!alive.includes(before.status)) return
  if (after.status === 'canceled') {
    const endsNow = Date.parse(before.current_period_end) - HOUR_MS <= Date.parse(time)
    if (before.cancel_at_period_end === 1 && endsNow) return
    const isUnpaid = before.status !== 'active' && before.status !== 'trialing' && unpaidSince.has(paid.id)
    await add({ kind: isUnpaid ? 'payment_failed_last' : 'cancelled', key: `ended ${id}` })
    return
  }
  if (before.cancel_at_period_end === 0 && after.cancel_at_period_end === 1) {
    await add({ kind: 'cancelled', key: `cancelled ${id} ${time}` })
  }
  const { terms_id, scheduled_terms_id } = after
  // A change at the end of a period was reported when it was scheduled; a charged change is reported with its invoice.
  const isChanged = before.terms_id !== null && terms_id !== before.terms_id && terms_id !== before.scheduled_terms_id
  if (isChanged && !(await isReported(trx, paid.id, time))) {
    await add({ kind: 'plan_changed', key: `changed ${id} ${time}`, terms_id })
  }
  if (scheduled_terms_id !== null && scheduled_terms_id !== before.scheduled_terms_id) {
    await add({ kind: 'plan_changed', key: `scheduled ${id} ${time}`, terms_id: scheduled_terms_id })
  }
}

/** Whether the invoice of a change was reported within the last hour. */
async function isReported(trx: Kysely<Database>, sourceId: string, time: string): Promise<boolean> {
  const mail = await trx
    .selectFrom('billing_mails')
    .innerJoin('invoices', 'invoices.id', 'billing_mails.invoice_id')
    .select('billing_mails.id')
    .where('kind', '=', 'plan_changed')
    .where('invoices.subscription_source_id', '=', sourceId)
    .where('billing_mails.created_at', '>', isoTime(Date.parse(time) - HOUR_MS))
    .executeTakeFirst()
  return mail !== undefined
}
