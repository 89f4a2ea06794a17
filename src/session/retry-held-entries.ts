import type { User } from '#contract/objects/user.ts'
import { retryAll } from '#offline/outbox/outbox-actions.ts'
import { mayUseCompanion } from './entitlements.ts'
import { openRecord } from './token-record/open-record.ts'

/**
 * Retries all outbox entries of a user at once, except deletions held for undo, if the user may now write again or has
 * other plans than before.
 */
export async function retryHeldEntries(before: User, user: User): Promise<void> {
  if (!mayUseCompanion(user)) return
  const isLifted = Boolean(before.suspended) && !user.suspended
  if (!isLifted && mayUseCompanion(before) && activePlans(user) === activePlans(before)) return
  const { db } = await openRecord()
  await retryAll(db, user.id)
}

/** Another subscription has other limits, and so has another plan of the same one. */
const activePlans = ({ subscriptions }: User): string =>
  subscriptions
    .filter(({ is_active_now }) => is_active_now)
    .map(({ id, plan }) => `${id} ${plan.id}`)
    .sort()
    .join()
