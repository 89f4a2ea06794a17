import type { Insertable, Kysely, Selectable, Updateable } from 'kysely'
import { inTransaction } from '../../db/in-transaction.ts'
import type { Database, UsersTable } from '../../db/schema/schema.ts'
import { indexUser } from '../../db/search/user-index.ts'
import { followAccount } from '../validators/validators.repository.ts'
import { replaceSubscriber } from './email/replaced-subscriber.repository.ts'

type Db = Kysely<Database>
export type UserRow = Selectable<UsersTable>

export function findUser(db: Db, id: number): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()
}

/** `email` must be in lower case, as the contract parses it. */
export function findUserByEmail(db: Db, email: string): Promise<UserRow | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()
}

export async function emailExists(db: Db, email: string): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
  return row !== undefined
}

/** Undefined when another user has the email address, the username or the Google account. */
export function insertUser(db: Db, values: Insertable<UsersTable>): Promise<UserRow | undefined> {
  return inTransaction(db, async (trx) => {
    const user = await trx
      .insertInto('users')
      .values(values)
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    if (user !== undefined) await indexUser(trx, user)
    return user
  })
}

/** Throws a unique violation when the username or the email address is taken. */
export function changeUser(db: Db, id: number, values: Updateable<UsersTable>): Promise<UserRow | undefined> {
  return inTransaction(db, async (trx) => {
    const isCalled = called.some((column) => column in values)
    const before = isCalled ? await findUser(trx, id) : undefined
    const user = await trx.updateTable('users').set(values).where('id', '=', id).returningAll().executeTakeFirst()
    if (before === undefined || user === undefined) return user
    await indexUser(trx, user)
    await followAccount(trx, before, user)
    return user
  })
}

/** The columns that the user search indexes. */
const called = ['email', 'username', 'first_name', 'last_name'] as const

/**
 * False when the address was confirmed before, or the user was deleted. Deletes the address's
 * newsletter subscription without an account: from now on the account's own choice counts. `now` in ISO 8601.
 */
export function confirmEmail(db: Db, id: number, now: string): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const confirmed = await trx
      .updateTable('users')
      .set({ email_verified: 1, email_confirmed_at: now, updated_at: now })
      .where('id', '=', id)
      .where('email_verified', '=', 0)
      .returning(['id', 'email'])
      .executeTakeFirst()
    if (confirmed !== undefined) await replaceSubscriber(trx, confirmed)
    return confirmed !== undefined
  })
}

export async function isAnyAdmin(db: Db): Promise<boolean> {
  const row = await db.selectFrom('users').select('id').where('is_admin', '=', 1).limit(1).executeTakeFirst()
  return row !== undefined
}
