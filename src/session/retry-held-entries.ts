import type { User } from '#contract/objects/user.ts'
import { mayUseCompanion } from './entitlements.ts'
import { openRecord } from './token-record/open-record.ts'

/**
 * Retries all outbox entries of a user at once, except deletions held for undo, if the user may now write again or has
 * other plans than `before`; without it, for a user who has just signed in, if they may write.
 */
export async function retryHeldEntries(before: User | null, user: User): Promise<void> {
  if (!mayUseCompanion(user)) return
  if (before === null) return user.suspended ? undefined : retry(user)
  const isLifted = Boolean(before.suspended) && !user.suspended
  if (!isLifted && mayUseCompanion(before) && activePlans(user) === activePlans(before)) return
  await retry(user)
}

async function retry({ id }: User): Promise<void> {
  const [{ db }, { retryAll }] = await Promise.all([openRecord(), import('#offline/outbox/outbox-actions.ts')])
  await retryAll(db, id)
}

/** Another subscription has other limits, and so has another plan of the same one. */
const activePlans = ({ subscriptions }: User): string =>
  subscriptions
    .filter(({ is_active_now }) => is_active_now)
    .map(({ id, plan }) => `${id} ${plan.id}`)
    .sort()
    .join()
