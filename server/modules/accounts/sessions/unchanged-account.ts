import type { Kysely } from 'kysely'
import { lockUser } from '../../../db/lock-user.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { UserRow } from '../accounts.repository.ts'

/**
 * For `openSession`: throws `refused` when the user was deleted, or has another password or Google account than when
 * their row was read. Such a change ends all sessions, and waits for the transaction.
 */
export const unchangedAccount =
  ({ id, password_hash, google_sub }: UserRow, refused: () => Error) =>
  async (trx: Kysely<Database>): Promise<void> => {
    const user = await lockUser(trx, id)
    if (user?.password_hash !== password_hash || user.google_sub !== google_sub) throw refused()
  }
