import type { Authenticated } from '#contract/objects/user.ts'
import { closeNotifications } from '#lib/service-worker/close-notifications.ts'
import { clearPrivateCaches } from '#lib/service-worker/private-caches.ts'
import { signIn } from './session-actions.ts'
import { currentSession } from './state/session-atom.ts'
import { openRecord } from './token-record/open-record.ts'

/**
 * Signs in in the place of whoever is here. Of somebody else only what is unsent, and drafts, stay on the device.
 * Throws when signing in fails; a device that cannot be cleared after it is reported.
 */
export async function switchUser(next: Authenticated): Promise<void> {
  const before = currentSession()?.user.id
  await signIn(next)
  // Not earlier: the sync of the person before would bring it back.
  if (before !== undefined && before !== next.user.id) await clearAfter(before).catch(reportError)
}

async function clearAfter(userId: number): Promise<void> {
  const [{ db }, { forgetCopies }] = await Promise.all([openRecord(), import('#offline/database/wipe.ts')])
  const forgetting = db.transaction('rw', db.tables, () => forgetCopies(db, userId))
  await Promise.all([forgetting, clearPrivateCaches(), closeNotifications()])
}
