import type { Subscription } from '#contract/objects/plan.ts'
import { refreshUsage } from '#data/usage.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { updateUser } from '#session/session-actions.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { refreshHistory } from '../history/list-subscriptions.ts'

/**
 * Waits for the changed subscription of a request and updates the session at once. Throws like the request.
 */
export async function storeSubscription(request: Promise<Subscription>): Promise<void> {
  try {
    const changed = await request
    const before = currentSession()?.user
    if (!before) return
    const subscriptions = before.subscriptions.map((each) => (each.id === changed.id ? changed : each))
    await updateUser({ ...before, subscriptions })
  } finally {
    // The subscription may have changed elsewhere, so the list is refetched after a failure too.
    void refreshHistory()
    void refreshUsage()
    refreshUser().catch(() => undefined)
  }
}
