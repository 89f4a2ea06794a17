import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import { lastAdmin } from '../users.errors.ts'

/**
 * Throws last_admin when no admin except `but` exists who is not suspended. Transactions that remove or suspend admins
 * call this and lock all admins, so that two admins who remove or suspend each other cannot both succeed.
 */
export async function refuseLastAdmin(trx: Kysely<Database>, { but }: { but?: number } = {}): Promise<void> {
  const admins = trx.selectFrom('users').select(['id', 'suspended_at']).where('is_admin', '=', 1).orderBy('id')
  const rows = await admins.forNoKeyUpdate().execute()
  if (!rows.some(({ id, suspended_at }) => id !== but && suspended_at === null)) throw lastAdmin()
}
