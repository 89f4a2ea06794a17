import type { Authenticated, Tokens, User } from '#contract/objects/user.ts'
import { retryHeldEntries } from './retry-held-entries.ts'
import { hadDatabase, markDatabaseOwner } from './state/database-owner.ts'
import { adopt, currentSession, currentState } from './state/session-atom.ts'
import type { Session } from './state/session-state.ts'
import { follow } from './state/watch-other-tabs.ts'
import { openRecord } from './token-record/open-record.ts'

type Change = (session: Session) => Omit<Session, 'generation'>

/** Signs a user in; user and tokens are stored when the promise resolves. */
export async function signIn({ user, access, refresh }: Authenticated): Promise<void> {
  const { db, changeRecord, recordDataLoss } = await openRecord()
  // The browser may have deleted the database, with the user's unsent data, after the session had ended.
  if (hadDatabase(user.id)) await recordDataLoss(db, { user })
  adopt(await changeRecord(db, currentState(), () => ({ user, access, refresh })))
  markDatabaseOwner(user.id)
  // The user is signed in already; entries that are still held are retried later.
  await retryHeldEntries(null, user).catch(reportError)
}

/** Stores both tokens after a password change; ignored unless they belong to the signed-in user. */
export const setTokens = (userId: number, { access, refresh }: Tokens): Promise<void> =>
  change((session) => (session.user.id === userId ? { ...session, access, refresh } : session))

/**
 * Stores the server's version of the signed-in user, and retries what was held for another plan; ignored for any other
 * user.
 */
export async function updateUser(user: User): Promise<void> {
  const before = currentSession()?.user
  await change((session) => (session.user.id === user.id ? { ...session, user } : session))
  if (before?.id === user.id) await retryHeldEntries(before, user)
}

async function change(apply: Change): Promise<void> {
  const { db, changeRecord } = await openRecord()
  const next = await changeRecord(db, currentState(), ({ session }) => {
    if (!session) return 'keep'
    const { user, access, refresh } = apply(session)
    return { user, access, refresh }
  })
  follow(next)
}
