import type { Kysely } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { findUser } from '../../accounts/accounts.repository.ts'
import { type DeletionDeps, deleteUserData } from '../../accounts/deletion/delete-user-data.ts'
import { userNotFound } from '../users.errors.ts'
import { refuseLastAdmin } from './refuse-last-admin.ts'

/** Deletes a user as `deleteAccount` does. Throws not_found, last_admin, and the errors of cancelling their billing. */
export async function deleteUser(deps: DeletionDeps, id: number, record: RecordAudit): Promise<void> {
  const user = await findUser(deps.db, id)
  if (user === undefined) throw userNotFound()
  // Checked for every user, because they may have become an admin, or the last one, since they were read.
  const refuseLast = (trx: Kysely<Database>) => refuseLastAdmin(trx, { but: id })
  // Checked before the deletion too, because cancelled billing cannot be restored.
  await deps.db.transaction().execute(refuseLast)
  const write = (trx: Kysely<Database>) => record(trx, { subject: { kind: 'user', id } })
  if (!(await deleteUserData(deps, id, write, refuseLast))) throw userNotFound()
}
