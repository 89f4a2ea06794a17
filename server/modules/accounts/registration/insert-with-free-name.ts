import type { Insertable, Kysely } from 'kysely'
import type { Database, UsersTable } from '../../../db/schema/schema.ts'
import { emailTaken, usernameTaken } from '../accounts.errors.ts'
import { emailExists, insertUser, type UserRow } from '../accounts.repository.ts'
import { usernameFromEmail, usernameKey } from '../profile/username.ts'

const ATTEMPTS = 20

/**
 * Inserts a user with the given username, or with a generated one if it is empty; unique indexes decide between
 * concurrent requests. Throws email_taken, username_taken.
 */
export async function insertWithFreeName(
  db: Kysely<Database>,
  given: string,
  values: Omit<Insertable<UsersTable>, 'username' | 'username_key'>,
): Promise<UserRow> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const username = given || usernameFromEmail(values.email, attempt)
    const user = await insertUser(db, { ...values, username, username_key: usernameKey(username) })
    if (user !== undefined) return user
    if (await emailExists(db, values.email)) throw emailTaken()
    if (given !== '') throw usernameTaken()
  }
  throw usernameTaken()
}
