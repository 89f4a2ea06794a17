import type { Subscription } from '#contract/objects/plan.ts'
import type { Dependencies } from '../../dependencies.ts'
import { checkoutNotFound } from './subscriptions.errors.ts'
import { findCheckout, listSubscriptions } from './subscriptions.repository.ts'
import { toSubscription } from './to-subscription.ts'

export interface FinishedCheckout {
  status: 'complete' | 'pending'
  subscription: Subscription | null
}

/** What became of a purchase of this person's own. */
export async function finishCheckout(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  userId: number,
  sessionId: string,
): Promise<FinishedCheckout> {
  const checkout = await findCheckout(db, userId, sessionId)
  if (checkout === undefined) throw checkoutNotFound()
  const rows = checkout.subscription_id === null ? [] : await listSubscriptions(db, userId)
  const row = rows.find(({ subscription }) => subscription.id === checkout.subscription_id)
  if (row === undefined) return { status: 'pending', subscription: null }
  return { status: 'complete', subscription: toSubscription(row, now()) }
}
