import type { Subscription } from '#contract/objects/plan.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { toSubscription } from '../subscriptions.mappers.ts'
import { listSubscriptions } from '../subscriptions.repository.ts'

/** A user's subscriptions to this product, newest first. */
export async function readSubscriptions({ db, now }: Dependencies, userId: number): Promise<Subscription[]> {
  return (await listSubscriptions(db, userId)).map((row) => toSubscription(row, now()))
}
