import type { Kysely, Selectable } from 'kysely'
import type { Database } from '../../db/schema/schema.ts'
import type { PaymentAccountsTable } from '../../db/schema/schema-payments.ts'

/** The processor's account in whose name this server last asked. */
export function findAccount(
  db: Kysely<Database>,
  source: string,
): Promise<Selectable<PaymentAccountsTable> | undefined> {
  return db.selectFrom('payment_accounts').selectAll().where('source', '=', source).executeTakeFirst()
}

/** How many users are customers of another account. */
export async function countUnknownCustomers(db: Kysely<Database>, source: string, account: string): Promise<number> {
  const { n } = await db
    .selectFrom('payment_customers')
    .select((eb) => eb.fn.countAll().as('n'))
    .where('source', '=', source)
    .where('processor_account', '!=', account)
    .executeTakeFirstOrThrow()
  return Number(n)
}
