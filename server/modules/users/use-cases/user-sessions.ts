import type { Session } from '#contract/objects/user.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import type { Caller } from '../../../lib/caller.ts'
import { findUser } from '../../accounts/accounts.repository.ts'
import { endSession } from '../../accounts/sessions/end-session.ts'
import { listSessions } from '../../accounts/sessions/list-sessions.ts'
import { userNotFound } from '../users.errors.ts'

type Deps = Pick<Dependencies, 'db' | 'now'>

/** A user's page requests profile and sessions: both are one access in the audit log. */
export const LOOK_MS = 60_000

/** A user's valid sessions. Throws not_found. */
export async function listUserSessions(
  deps: Deps,
  id: number,
  { caller, record }: { caller: Caller; record: RecordAudit },
): Promise<Session[]> {
  if ((await findUser(deps.db, id)) === undefined) throw userNotFound()
  await record(deps.db, { subject: { kind: 'user', id }, details: { what: 'sessions' }, onceWithinMs: LOOK_MS })
  return listSessions(deps, { id, sessionId: caller.sessionId })
}

/** Ends a user's session; the device is signed out at its next request. Throws not_found. */
export function endUserSession(
  { db, now }: Deps,
  { id, session }: { id: number; session: string },
  record: RecordAudit,
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    await endSession({ db: trx, now }, id, session)
    await record(trx, { subject: { kind: 'user', id } })
  })
}
