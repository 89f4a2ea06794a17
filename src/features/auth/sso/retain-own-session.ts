import { isSignedOutError } from '#api/errors.ts'
import type { Authenticated } from '#contract/objects/user.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { revokeUnusedSession } from './revoke-unused-session.ts'

/**
 * Revokes the session of `found` if its user is signed in here and the session of this device still works: that one may
 * be confirmed, and the device's notifications belong to it. Returns whether it was retained. Throws when the server does
 * not say whether it works.
 */
export async function retainOwnSession(found: Authenticated): Promise<boolean> {
  if (currentSession()?.user.id !== found.user.id) return false
  try {
    await refreshUser()
  } catch (error) {
    if (isSignedOutError(error)) return false
    throw error
  }
  revokeUnusedSession(found.refresh)
  return true
}
