import { getProfile } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { currentSession } from '#session/state/session-atom.ts'

/**
 * Learns from a refused call that the server has ended the session of this device: until then, its user counts as signed
 * in. Without a connection the session counts as valid.
 */
export async function findEndedSession(): Promise<void> {
  const session = currentSession()
  if (session !== null) await api.call(getProfile, { as: session.user.id }).catch(() => undefined)
}
