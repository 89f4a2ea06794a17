import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import type { InvoicesTable, RefundsTable } from '../../../db/schema/schema-payments.ts'

export type RefundRow = Selectable<RefundsTable>

export function findInvoice(db: Kysely<Database>, id: number): Promise<Selectable<InvoicesTable> | undefined> {
  return db.selectFrom('invoices').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Finds a refund by the id that the client chose. */
export function findRefund(db: Kysely<Database>, requestId: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('request_id', '=', requestId).executeTakeFirst()
}

/** What was given back of an invoice, in minor units: here, or at the processor as last read. */
export async function sumRefunded(
  db: Kysely<Database>,
  { id, refunded }: Pick<Selectable<InvoicesTable>, 'id' | 'refunded'>,
): Promise<number> {
  const { sum } = await db
    .selectFrom('refunds')
    .select((eb) => eb.fn.sum('amount').as('sum'))
    .where('invoice_id', '=', id)
    .where('status', '=', 'done')
    .executeTakeFirstOrThrow()
  return Math.max(refunded, Number(sum ?? 0))
}

/** Undefined when another refund of the invoice is under way, or this one exists: unique indexes decide. */
export function insertRefund(db: Kysely<Database>, values: Insertable<RefundsTable>): Promise<RefundRow | undefined> {
  return db
    .insertInto('refunds')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** Sets the result of a refund that is under way; false when another request has set it. */
export async function settleRefund(
  db: Kysely<Database>,
  id: number,
  values: Pick<RefundRow, 'status' | 'source_id' | 'updated_at'>,
): Promise<boolean> {
  const settled = db.updateTable('refunds').set(values).where('id', '=', id).where('status', '=', 'pending')
  return (await settled.returning('id').executeTakeFirst()) !== undefined
}

/** Refunds whose result is unknown, oldest first: those since `before` (ISO 8601), or all of a user. */
export function findUnfinishedRefunds(
  db: Kysely<Database>,
  source: string,
  of: { before: string; limit: number } | { userId: number },
): Promise<RefundRow[]> {
  const pending = db
    .selectFrom('refunds')
    .selectAll()
    .where('status', '=', 'pending')
    .where('source', '=', source)
    .orderBy('id')
  const wanted =
    'userId' in of
      ? pending.where('user_id', '=', of.userId)
      : pending.where('created_at', '<=', of.before).limit(of.limit)
  return wanted.execute()
}
