import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import type { InvoicesTable } from '../../../db/schema/schema-payments.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'
import type { PaidInvoice } from '../../../providers/payments/payments.ts'
import { recordMail } from './billing-mails.repository.ts'

const NEWS_DAYS = 40

/** Whether an event is too old for a mail, as when the invoices of a restored customer are read for the first time. */
export const isHistory = (at: string, time: string): boolean => at < isoTime(Date.parse(time) - NEWS_DAYS * DAY_MS)

interface News {
  userId: number
  /** ISO 8601. */
  time: string
  /** The row as it was before; undefined for an invoice that is read for the first time. */
  before: Pick<Selectable<InvoicesTable>, 'status' | 'refunded'> | undefined
  /** The id of its row. */
  id: number
  invoice: PaidInvoice
}

/** Records the mails about what happened to an invoice of a subscription, in the transaction that stores it. */
export async function recordInvoice(
  trx: Kysely<Database>,
  { userId, time, before, id: invoice_id, invoice }: News,
): Promise<void> {
  const { id, subscriptionId, status, reason, refunded, createdAt, paidAt } = invoice
  if (subscriptionId === null || (before === undefined && isHistory(paidAt ?? createdAt, time))) return
  const add = (mail: Omit<Parameters<typeof recordMail>[1], 'user_id'>) =>
    recordMail(trx, { user_id: userId, invoice_id, ...mail }, time)
  if (status === 'paid' && before?.status !== 'paid') {
    if (reason === 'purchase') await add({ kind: 'purchase', key: `purchase ${subscriptionId}` })
    if (reason === 'renewal') await add({ kind: 'renewal', key: `paid ${id}` })
    if (reason === 'change') await add({ kind: 'plan_changed', key: `paid ${id}` })
  }
  if (status === 'failed' && before?.status !== 'failed' && reason === 'renewal') {
    await add({ kind: 'payment_failed', key: `failed ${id}` })
  }
  const former = before?.refunded ?? 0
  if (refunded === former) return
  // A refund that the bank has sent back may be made again: its mail has another key then.
  const returned = await countReturned(trx, invoice_id)
  const nth = returned === 0 ? '' : ` ${returned + 1}`
  if (refunded > former) await add({ kind: 'refund', key: `refund ${id}${nth} ${refunded}`, amount: refunded - former })
  else await add({ kind: 'refund_failed', key: `refund failed ${id}${nth}`, amount: former - refunded })
}

async function countReturned(trx: Kysely<Database>, invoice: number): Promise<number> {
  const mails = trx.selectFrom('billing_mails').select((eb) => eb.fn.countAll<number>().as('count'))
  const { count } = await mails
    .where('invoice_id', '=', invoice)
    .where('kind', '=', 'refund_failed')
    .executeTakeFirstOrThrow()
  return Number(count)
}
