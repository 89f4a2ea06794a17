import type { User } from '#contract/objects/user.ts'
import { lockUser } from '../../../db/lock-user.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import type { Caller } from '../../../lib/caller.ts'
import { isoTime } from '../../../lib/time.ts'
import { changeUser } from '../../accounts/accounts.repository.ts'
import { toUser } from '../../accounts/profile/to-user.ts'
import { ownSuspension, userNotFound } from '../users.errors.ts'
import { refuseLastAdmin } from './refuse-last-admin.ts'

type Deps = Pick<Dependencies, 'db' | 'now'>

interface By {
  caller: Pick<Caller, 'id'>
  record: RecordAudit
}

/**
 * Suspends a user from their next call on, or gives another reason; the audit log has no reason, because its entries
 * are never deleted. Answers that are being written are finished; exchanges to be rated are given to others. Throws
 * not_found; conflict for oneself; last_admin for an admin beside whom no other one can act.
 */
export async function suspendUser(deps: Deps, id: number, reason: string, { caller, record }: By): Promise<User> {
  if (id === caller.id) throw ownSuspension()
  return change(deps, id, reason, record)
}

/** Throws not_found. */
export function liftSuspension(deps: Deps, id: number, record: RecordAudit): Promise<User> {
  return change(deps, id, null, record)
}

function change({ db, now }: Deps, id: number, reason: string | null, record: RecordAudit): Promise<User> {
  return db.transaction().execute(async (trx) => {
    // Admins are locked before the user, who may have become one since they were shown.
    if (reason !== null) await refuseLastAdmin(trx, { but: id })
    const user = await lockUser(trx, id)
    if (user === undefined) throw userNotFound()
    const time = isoTime(now())
    const suspended_at = reason === null ? null : (user.suspended_at ?? time)
    const changed = await changeUser(trx, id, { suspended_at, suspended_reason: reason, updated_at: time })
    if (reason !== null) await trx.deleteFrom('rating_assignments').where('user_id', '=', id).execute()
    await record(trx, { subject: { kind: 'user', id } })
    return await toUser(trx, changed ?? user, now())
  })
}
