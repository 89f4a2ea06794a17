import { cancelSubscription as call } from '#contract/endpoints/subscriptions.ts'
import { refreshUsage } from '#data/usage.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { updateUser } from '#session/session-actions.ts'
import { currentSession } from '#session/state/session-atom.ts'
import { refreshHistory } from '../history/list-subscriptions.ts'

/** Cancels at the period's end, and shows so at once. Throws as the call does. */
export async function cancelSubscription(id: number): Promise<void> {
  try {
    const cancelled = await api.call(call, { body: { subscription_id: id } })
    const user = currentSession()?.user
    if (!user) return
    const subscriptions = user.subscriptions.map((each) => (each.id === id ? cancelled : each))
    await updateUser({ ...user, subscriptions })
  } finally {
    // It may have been cancelled or ended elsewhere: whatever was answered, what is shown shall be so.
    void refreshHistory()
    void refreshUsage()
    refreshUser().catch(() => undefined)
  }
}
