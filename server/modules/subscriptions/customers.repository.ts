import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'
import type { PaymentCustomersTable } from '../../db/schema/schema-payments.ts'

export type CustomerRow = Selectable<PaymentCustomersTable>

export function findCustomer(
  db: Kysely<Database>,
  source: string,
  by: { userId: number } | { customerId: string },
): Promise<CustomerRow | undefined> {
  const customers = db.selectFrom('payment_customers').selectAll().where('source', '=', source)
  const one =
    'userId' in by ? customers.where('user_id', '=', by.userId) : customers.where('customer_id', '=', by.customerId)
  return one.executeTakeFirst()
}

/** What the processor is told of a person; undefined when they are gone. */
export async function findPayer(
  db: Kysely<Database>,
  userId: number,
): Promise<{ email: string; name: string } | undefined> {
  const person = await db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return person && { email: person.email, name: `${person.first_name} ${person.last_name}` }
}

/** Numbers a question to the processor; undefined when the customer is gone. */
export async function takeTicket(db: Kysely<Database>, customer: CustomerRow): Promise<number | undefined> {
  const row = await db
    .updateTable('payment_customers')
    .set((eb) => ({ asked: eb('asked', '+', 1) }))
    .where('user_id', '=', customer.user_id)
    .where('source', '=', customer.source)
    .returning('asked')
    .executeTakeFirst()
  return row?.asked
}

/** Whether the answer to this question may be written: not when that to a later one has been. */
export async function redeemTicket(
  trx: Kysely<Database>,
  customer: CustomerRow,
  ticket: number,
  time: string,
): Promise<boolean> {
  const row = await trx
    .updateTable('payment_customers')
    .set({ applied: ticket, synced_at: time })
    .where('user_id', '=', customer.user_id)
    .where('source', '=', customer.source)
    .where('applied', '<', ticket)
    .returning('applied')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Sets when a customer is asked about without an event; null: not at all. Who is due already stays so: the reconciler,
 * which takes them with `takeDue`, has more to do than to ask.
 */
export async function askAgain(
  db: Kysely<Database>,
  customer: Pick<CustomerRow, 'user_id' | 'source'>,
  { at, time }: { at: string | null; time: string },
): Promise<void> {
  await db
    .updateTable('payment_customers')
    .set({ ask_at: at })
    .where('user_id', '=', customer.user_id)
    .where('source', '=', customer.source)
    .where((eb) => eb.or([eb('ask_at', 'is', null), eb('ask_at', '>', time)]))
    .execute()
}

/** Takes a customer who is due: asked again at `at` if nothing comes of it. False when somebody else has them. */
export async function takeDue(
  db: Kysely<Database>,
  customer: Pick<CustomerRow, 'user_id' | 'source'>,
  { at, time }: { at: string; time: string },
): Promise<boolean> {
  const taken = await db
    .updateTable('payment_customers')
    .set({ ask_at: at })
    .where('user_id', '=', customer.user_id)
    .where('source', '=', customer.source)
    .where('ask_at', '<=', time)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** The reconciler's next round asks about a person wherever they are known, and tells their address. */
export async function askNow(db: Kysely<Database>, userId: number, time: string): Promise<void> {
  await db.updateTable('payment_customers').set({ ask_at: time }).where('user_id', '=', userId).execute()
}
