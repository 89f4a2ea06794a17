import { getProfile } from '#contract/endpoints/accounts.ts'
import type { User } from '#contract/objects/user.ts'
import { retryAll } from '#offline/outbox/outbox-actions.ts'
import { api } from './api.ts'
import { mayUseCompanion } from './entitlements.ts'
import { updateUser } from './session-actions.ts'
import { currentSession } from './state/session-atom.ts'
import { openRecord } from './token-record/open-record.ts'

/**
 * Reloads the signed-in user from the server, because the subscription may have changed elsewhere. If the user may now
 * write again, or has other subscriptions, all outbox entries are retried at once, except deletions held for undo.
 */
export async function refreshUser(signal?: AbortSignal): Promise<void> {
  const before = currentSession()
  if (!before) return
  const user = await api.call(getProfile, { as: before.user.id, ...(signal ? { signal } : {}) })
  await updateUser(user)
  if (!mayUseCompanion(user)) return
  const isLifted = Boolean(before.user.suspended) && !user.suspended
  if (!isLifted && mayUseCompanion(before.user) && activeIds(user) === activeIds(before.user)) return
  const { db } = await openRecord()
  await retryAll(db, user.id)
}

/** Another subscription has other limits. */
const activeIds = ({ subscriptions }: User): string =>
  subscriptions
    .filter(({ is_active_now }) => is_active_now)
    .map(({ id }) => id)
    .sort((a, b) => a - b)
    .join()
