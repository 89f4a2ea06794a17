import { isUnreachable } from '#api/expected-error.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { deleteAccount } from '#contract/endpoints/accounts.ts'
import { database } from '#offline/database/database.ts'
import { wipeUser } from '#offline/database/wipe.ts'
import { api } from '#session/api.ts'
import { leaveDevice, whenSignedOut } from '#session/sign-out/sign-out.ts'
import { currentSession, onUserChange } from '#session/state/session-atom.ts'

export type Proof = BodyInput<typeof deleteAccount>

/** The server deletes all data before it answers. */
const ANSWERED_WITHIN_MS = 2 * 60 * 1000
/** A session that the server refuses later than this after a lost response has probably ended for another reason. */
const LOST_FOR_MS = 10 * 60 * 1000

/** A deletion whose response was lost, so that the server may have done it. */
const NONE = { userId: 0, until: 0 }
let lost = NONE
const mayBeDeleted = (userId: number) => lost.userId === userId && Date.now() < lost.until

// A refused session leaves drafts for its user to log in again, whom a deleted account does not have.
onUserChange((session, previous) => {
  if (session !== null || previous === null || !mayBeDeleted(previous.user.id)) return
  const db = database()
  db.transaction('rw', db.tables, () => wipeUser(db, previous.user.id)).catch(reportError)
})

/**
 * Deletes the account on the server, then all data of this user on this device. Throws the server's refusal; after its
 * consent, a failure to clear the device is reported, but the user is signed out anyway. When the response to an
 * earlier try was lost, a refusal of the session counts as its consent.
 */
export async function leave(proof: Proof): Promise<void> {
  const userId = currentSession()?.user.id ?? 0
  try {
    await api.call(deleteAccount, { body: proof, timeoutMs: ANSWERED_WITHIN_MS })
  } catch (error) {
    // Without a network the request has not left the device.
    if (isUnreachable(error) && navigator.onLine) lost = { userId, until: Date.now() + LOST_FOR_MS }
    // A session that is still valid has an account.
    else if (!isUnreachable(error) && currentSession() !== null) lost = NONE
    if (currentSession() !== null || !mayBeDeleted(userId)) throw error
  }
  // The page is empty as soon as the user is signed out; the push service may take longer, so it is not awaited.
  await Promise.race([leaveDevice().catch(reportError), whenSignedOut()])
}
