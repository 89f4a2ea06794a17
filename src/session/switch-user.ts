import type { Authenticated } from '#contract/objects/user.ts'
import { closeNotifications } from '#lib/service-worker/close-notifications.ts'
import { clearPrivateCaches } from '#lib/service-worker/private-caches.ts'
import { signIn } from './session-actions.ts'
import { currentSession } from './state/session-atom.ts'
import { openRecord } from './token-record/open-record.ts'

/**
 * Signs a user in, replacing the current one. Of another user only unsent entries and drafts stay on the device. Throws
 * when signing in fails; a failed deletion afterwards is reported.
 */
export async function switchUser(next: Authenticated): Promise<void> {
  const before = currentSession()?.user.id
  await signIn(next)
  // Only after signing in: before that, the previous user's sync would store the data again.
  if (before !== undefined && before !== next.user.id) await clearAfter(before).catch(reportError)
}

async function clearAfter(userId: number): Promise<void> {
  const [{ db }, { forgetCopies }] = await Promise.all([openRecord(), import('#offline/database/wipe.ts')])
  const forgetting = db.transaction('rw', db.tables, async () => forgetCopies(db, userId))
  await Promise.all([forgetting, clearPrivateCaches(), closeNotifications()])
}
