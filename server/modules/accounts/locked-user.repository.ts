import type { Kysely } from 'kysely'
import { engineOf } from '../../db/engine-of.ts'
import type { Database } from '../../db/schema/schema.ts'
import type { UserRow } from './accounts.repository.ts'

export function lockUser(trx: Kysely<Database>, id: number): Promise<UserRow | undefined> {
  const user = trx.selectFrom('users').selectAll().where('id', '=', id)
  return (engineOf(trx) === 'postgres' ? user.forNoKeyUpdate() : user).executeTakeFirst()
}
