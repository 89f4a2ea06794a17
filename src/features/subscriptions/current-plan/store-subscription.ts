import type { Subscription } from '#contract/objects/plan.ts'
import { refreshUsage } from '#data/usage.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { retryHeldEntries } from '#session/retry-held-entries.ts'
import { updateUser } from '#session/session-actions.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { refreshHistory } from '../history/list-subscriptions.ts'

/**
 * Waits for the changed subscription of a request, updates the session at once, and retries what was held for another
 * plan. Throws like the request.
 */
export async function storeSubscription(request: Promise<Subscription>): Promise<void> {
  try {
    const changed = await request
    const before = currentSession()?.user
    if (!before) return
    const subscriptions = before.subscriptions.map((each) => (each.id === changed.id ? changed : each))
    const user = { ...before, subscriptions }
    await updateUser(user)
    // Reading the user again finds no difference to the session that is updated here.
    await retryHeldEntries(before, user)
  } finally {
    // The subscription may have changed elsewhere, so the list is refetched after a failure too.
    void refreshHistory()
    void refreshUsage()
    refreshUser().catch(() => undefined)
  }
}
