import type { User } from '#contract/objects/user.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { changeUser } from '../../accounts/accounts.repository.ts'
import { lockUser } from '../../accounts/locked-user.repository.ts'
import { toUser } from '../../accounts/profile/to-user.ts'
import { adminNotSuspended, userNotFound } from '../users.errors.ts'

type Deps = Pick<Dependencies, 'db' | 'now'>

/**
 * Suspends a user from their next call on, or gives another reason; the audit has no reason, because its entries are never
 * deleted. Answers that are being written are finished. Throws not_found, and conflict for an admin.
 */
export function suspendUser(deps: Deps, id: number, reason: string, record: RecordAudit): Promise<User> {
  return change(deps, id, reason, record)
}

/** Throws not_found. */
export function liftSuspension(deps: Deps, id: number, record: RecordAudit): Promise<User> {
  return change(deps, id, null, record)
}

function change({ db, now }: Deps, id: number, reason: string | null, record: RecordAudit): Promise<User> {
  return db.transaction().execute(async (trx) => {
    const user = await lockUser(trx, id)
    if (user === undefined) throw userNotFound()
    if (reason !== null && user.is_admin === 1) throw adminNotSuspended()
    const time = isoTime(now())
    const suspended_at = reason === null ? null : (user.suspended_at ?? time)
    const changed = await changeUser(trx, id, { suspended_at, suspended_reason: reason, updated_at: time })
    await record(trx, { subject: { kind: 'user', id } })
    return await toUser(trx, changed ?? user, now())
  })
}
