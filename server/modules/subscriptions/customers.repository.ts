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

/** The data of a user that the processor receives; undefined when the user was deleted. */
export async function findPayer(
  db: Kysely<Database>,
  userId: number,
): Promise<{ email: string; name: string; isConfirmed: boolean } | undefined> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'email_verified', 'first_name', 'last_name'])
    .where('id', '=', userId)
    .executeTakeFirst()
  if (user === undefined) return undefined
  const { email, email_verified, first_name, last_name } = user
  return { email, name: `${first_name} ${last_name}`, isConfirmed: email_verified === 1 }
}

/**
 * Numbers a read of the customer at the processor (fencing token); undefined when the customer was deleted or replaced:
 * the former customer lacks what the user has bought since.
 */
export async function nextFencingToken(db: Kysely<Database>, customer: CustomerRow): Promise<number | undefined> {
  const row = await db
    .updateTable('payment_customers')
    .set((eb) => ({ asked: eb('asked', '+', 1) }))
    .where('user_id', '=', customer.user_id)
    .where('source', '=', customer.source)
    .where('customer_id', '=', customer.customer_id)
    .returning('asked')
    .executeTakeFirst()
  return row?.asked
}

interface FencedRead {
  fencingToken: number
  /** ISO 8601. */
  time: string
  /** Whether the processor knows the customer. */
  isKnown: boolean
}

/**
 * Stores the fencing token of a read as applied. False, and nothing is stored, once a later read was applied or another
 * customer has replaced this one.
 */
export async function applyFencingToken(
  trx: Kysely<Database>,
  customer: CustomerRow,
  { fencingToken, time, isKnown }: FencedRead,
): Promise<boolean> {
  const account = trx.selectFrom('payment_accounts').select('processor_account').where('source', '=', customer.source)
  const row = await trx
    .updateTable('payment_customers')
    .set({
      applied: fencingToken,
      synced_at: time,
      gone_at: isKnown ? null : time,
      ...(isKnown && { processor_account: account }),
    })
    .where('user_id', '=', customer.user_id)
    .where('source', '=', customer.source)
    .where('customer_id', '=', customer.customer_id)
    .where('applied', '<', fencingToken)
    .returning('applied')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Sets when the processor is polled for a customer if no event comes before (`at`, ISO 8601); null: never. A poll that
 * is planned for `unlessBy` or earlier stays. `unlessBy` is at least now, because a customer who is due already must
 * stay due: the billing job, which takes them with `takeDue`, also updates their address.
 */
export async function schedulePoll(
  db: Kysely<Database>,
  customer: Pick<CustomerRow, 'user_id' | 'source'>,
  { at, unlessBy }: { at: string | null; unlessBy: string },
): Promise<void> {
  await db
    .updateTable('payment_customers')
    .set({ ask_at: at })
    .where('user_id', '=', customer.user_id)
    .where('source', '=', customer.source)
    .where((eb) => eb.or([eb('ask_at', 'is', null), eb('ask_at', '>', unlessBy)]))
    .execute()
}

/**
 * Takes a customer who is due and sets the next poll to `at`. False when another process took them, or another customer
 * has replaced this one.
 */
export async function takeDue(
  db: Kysely<Database>,
  customer: Pick<CustomerRow, 'user_id' | 'source' | 'customer_id'>,
  { at, time }: { at: string; time: string },
): Promise<boolean> {
  const taken = await db
    .updateTable('payment_customers')
    .set({ ask_at: at })
    .where('user_id', '=', customer.user_id)
    .where('source', '=', customer.source)
    .where('customer_id', '=', customer.customer_id)
    .where('ask_at', '<=', time)
    .returning('user_id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Makes a user due at every processor: the billing job's next run polls them and updates their address there. */
export async function makeDue(db: Kysely<Database>, userId: number, time: string): Promise<void> {
  await db.updateTable('payment_customers').set({ ask_at: time }).where('user_id', '=', userId).execute()
}
