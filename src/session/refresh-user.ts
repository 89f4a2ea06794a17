import { getProfile } from '#contract/endpoints/accounts.ts'
import { api } from './api.ts'
import { retryHeldEntries } from './retry-held-entries.ts'
import { updateUser } from './session-actions.ts'
import { currentSession } from './state/session-atom.ts'

/**
 * Reloads the signed-in user from the server, because the subscription may have changed elsewhere, and retries what was
 * held for it.
 */
export async function refreshUser(signal?: AbortSignal): Promise<void> {
  const before = currentSession()
  if (!before) return
  const user = await api.call(getProfile, { as: before.user.id, ...(signal ? { signal } : {}) })
  await updateUser(user)
  await retryHeldEntries(before.user, user)
}
