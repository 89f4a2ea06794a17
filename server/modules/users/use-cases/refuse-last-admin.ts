import type { Kysely } from 'kysely'
import { engineOf } from '../../../db/engine-of.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { lastAdmin } from '../users.errors.ts'

/**
 * Throws last_admin when no admin except `but` exists. Transactions that remove admins call this and lock all admins,
 * so that two admins who remove each other cannot both succeed.
 */
export async function refuseLastAdmin(trx: Kysely<Database>, { but }: { but?: number } = {}): Promise<void> {
  const admins = trx.selectFrom('users').select('id').where('is_admin', '=', 1).orderBy('id')
  const rows = await (engineOf(trx) === 'postgres' ? admins.forNoKeyUpdate() : admins).execute()
  if (!rows.some(({ id }) => id !== but)) throw lastAdmin()
}
