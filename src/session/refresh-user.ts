import { getProfile } from '#contract/endpoints/accounts.ts'
import { retryAll } from '#offline/outbox-choices.ts'
import { updateUser } from './actions.ts'
import { api } from './api.ts'
import { mayUseCompanion } from './entitlements.ts'
import { openRecord } from './open-record.ts'
import { currentSession } from './session-atom.ts'

/**
 * Reads the signed-in person anew from the server: their subscription may have begun or ended elsewhere.
 * When it lets them write again, what was held goes out at once.
 */
export async function refreshUser(signal?: AbortSignal): Promise<void> {
  const before = currentSession()
  if (!before) return
  const user = await api.call(getProfile, { as: before.user.id, ...(signal ? { signal } : {}) })
  await updateUser(user)
  if (!mayUseCompanion(user) || mayUseCompanion(before.user)) return
  const { db } = await openRecord()
  await retryAll(db, user.id)
}
