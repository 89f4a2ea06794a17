import { unlessBlocked } from '#offline/database/upgrade-blocked.ts'
import { hasDatabase } from './has-database.ts'
import { untilErased } from './sign-out/erase-lock.ts'
import { hadDatabase, markDatabaseOwner } from './state/database-owner.ts'
import { readMirror } from './state/local-storage-mirror.ts'
import { adopt, currentSession, currentState } from './state/session-atom.ts'
import type { Session } from './state/session-state.ts'
import { watchOtherTabs } from './state/watch-other-tabs.ts'
import { openRecord } from './token-record/open-record.ts'

let background: Promise<void> = Promise.resolve()

/**
 * Restores the session before the first route loads. When the localStorage mirror has a user, the token record is
 * reconciled with it in the background; else the record is awaited, if the database exists.
 */
export async function restoreSession(): Promise<Session | null> {
  await untilErased()
  watchOtherTabs()
  const mirror = readMirror()
  if (mirror) adopt(mirror, { mirror: false })
  if (mirror?.session) {
    background = reconcile().catch(reportError)
  } else if (await hasDatabase()) {
    await unlessBlocked(reconcile()).catch(reportError)
  }
  return currentSession()
}

/** Resolves when the reconciliation that `restoreSession` has started has ended. */
export const sessionReconciled = (): Promise<void> => background

/** Sets memory, mirror and record to the highest generation among them. */
export async function reconcile(): Promise<void> {
  const { db, reconcileRecord } = await openRecord()
  const known = currentState()
  adopt(await reconcileRecord(db, known, hadDatabase(known.session?.user.id)))
  const userId = currentSession()?.user.id
  if (userId !== undefined) markDatabaseOwner(userId)
}
