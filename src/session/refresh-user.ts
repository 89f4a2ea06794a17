import { getProfile } from '#contract/endpoints/accounts.ts'
import { api } from './api.ts'
import { updateUser } from './session-actions.ts'
import { currentSession } from './state/session-atom.ts'

/** Reloads the signed-in user from the server, because the subscription may have changed elsewhere. */
export async function refreshUser(signal?: AbortSignal): Promise<void> {
  const before = currentSession()
  if (!before) return
  const user = await api.call(getProfile, { as: before.user.id, ...(signal ? { signal } : {}) })
  await updateUser(user)
}
