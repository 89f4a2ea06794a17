import type { ResponseOf } from '#contract/endpoint.ts'
import type { getUserUsage as call } from '#contract/endpoints/admin.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { findUser } from '../../accounts/accounts.repository.ts'
import { readUsage } from '../../usage/use-cases/read-usage.ts'
import { userNotFound } from '../users.errors.ts'
import { LOOK_MS } from './user-sessions.ts'

/** A user's consumption in this period, part of the view of their page in the audit log. Throws not_found. */
export async function getUserUsage(
  deps: Pick<Dependencies, 'db' | 'now'>,
  id: number,
  record: RecordAudit,
): Promise<ResponseOf<typeof call>> {
  if ((await findUser(deps.db, id)) === undefined) throw userNotFound()
  await record(deps.db, { subject: { kind: 'user', id }, details: { what: 'usage' }, onceWithinMs: LOOK_MS })
  return readUsage(deps, id)
}
