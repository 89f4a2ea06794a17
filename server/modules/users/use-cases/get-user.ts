import type { User } from '#contract/objects/user.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { findUser } from '../../accounts/accounts.repository.ts'
import { toUser } from '../../accounts/profile/to-user.ts'
import { userNotFound } from '../users.errors.ts'

/** A user's profile and subscriptions, but none of their texts; each access is recorded. Throws not_found. */
export async function getUser(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  id: number,
  record: RecordAudit,
): Promise<User> {
  const row = await findUser(db, id)
  if (row === undefined) throw userNotFound()
  await record(db, { subject: { kind: 'user', id } })
  return toUser(db, row, now())
}
