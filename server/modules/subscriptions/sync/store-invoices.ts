import type { Insertable, Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import type { InvoicesTable } from '../../../db/schema/schema-payments.ts'
import type { PaidInvoice } from '../../../providers/payments/payments.ts'
import { recordInvoice } from '../mails/record-invoice.ts'

interface Context {
  userId: number
  source: string
  /** ISO 8601. */
  time: string
  /** Whether mails about money are sent. */
  sendsMails: boolean
}

/** Rows of one insert, whose parameters databases limit. */
const BATCH = 100

/**
 * Stores the invoices that the processor has of a customer. Deletes unpaid ones that it does not list, because they were
 * voided, or belong to an earlier customer. A paid one cannot be voided: one that is not listed was billed to an earlier customer of the user, so it stays.
 */
export async function storeInvoices(
  trx: Kysely<Database>,
  { userId, source, time, sendsMails }: Context,
  invoices: readonly PaidInvoice[],
): Promise<void> {
  const ours = trx.selectFrom('invoices').selectAll().where('user_id', '=', userId).where('source', '=', source)
  const known = new Map((await ours.execute()).map((row) => [row.source_id, row]))
  const before = new Map(known)
  const added: Insertable<InvoicesTable>[] = []
  for (const {
    id,
    subscriptionId,
    receiptUrl,
    createdAt,
    paidAt,
    nextAttemptAt,
    reason,
    failures: _,
    isWrittenOff: __,
    ...billed
  } of invoices) {
    const values = { ...billed, subscription_source_id: subscriptionId, receipt_url: receiptUrl, paid_at: paidAt }
    // A change of these two fields alone is no change of the invoice, so `updated_at` stays.
    const plan = { reason, next_attempt_at: nextAttemptAt }
    const row = known.get(id)
    known.delete(id)
    if (row === undefined) {
      added.push({
        user_id: userId,
        source,
        source_id: id,
        ...values,
        ...plan,
        created_at: createdAt,
        updated_at: time,
      })
    } else {
      const isOther = (given: object) =>
        Object.entries(given).some(([name, value]) => row[name as keyof typeof row] !== value)
      const changed = isOther(values) ? { ...values, ...plan, updated_at: time } : isOther(plan) ? plan : undefined
      if (changed !== undefined) await trx.updateTable('invoices').set(changed).where('id', '=', row.id).execute()
    }
  }
  for (let from = 0; from < added.length; from += BATCH) {
    await trx
      .insertInto('invoices')
      .values(added.slice(from, from + BATCH))
      .execute()
  }
  const ids = new Map((await ours.execute()).map((row) => [row.source_id, row.id]))
  await storeFailures(trx, { userId, ids }, invoices)
  for (const invoice of sendsMails ? invoices : []) {
    const id = ids.get(invoice.id)
    if (id !== undefined) await recordInvoice(trx, { userId, time, before: before.get(invoice.id), id, invoice })
  }
  const gone = [...known.values()].filter(({ status }) => status !== 'paid').map(({ id }) => id)
  if (gone.length > 0) await trx.deleteFrom('invoices').where('id', 'in', gone).execute()
}

/** Stores the failed attempts to charge a user; they never change. */
async function storeFailures(
  trx: Kysely<Database>,
  { userId, ids }: { userId: number; ids: ReadonlyMap<string, number> },
  invoices: readonly PaidInvoice[],
): Promise<void> {
  const failed = invoices.filter(({ failures }) => failures.length > 0)
  if (failed.length === 0) return
  const rows = failed.flatMap((invoice) => {
    const invoice_id = ids.get(invoice.id)
    if (invoice_id === undefined) return []
    return invoice.failures.map(({ id, failedAt }) => {
      return { user_id: userId, invoice_id, source_id: id, failed_at: failedAt }
    })
  })
  for (let from = 0; from < rows.length; from += BATCH) {
    await trx
      .insertInto('payment_failures')
      .values(rows.slice(from, from + BATCH))
      .onConflict((known) => known.columns(['invoice_id', 'source_id']).doNothing())
      .execute()
  }
}
