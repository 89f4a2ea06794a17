import type { BodyOf } from '#contract/endpoint.ts'
import type { changeGrant as call } from '#contract/endpoints/admin-billing.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { nothingToChange } from '../../subscriptions/subscriptions.errors.ts'
import { toSubscription } from '../../subscriptions/subscriptions.mappers.ts'
import { endOfGrant } from '../../users/use-cases/end-of-grant.ts'
import { findAnySubscription } from '../subscription-of-anybody.repository.ts'

/** Gives a running grant another end. Throws `not_found`, `conflict` for anything else, `date_past` and `date_far`. */
export async function changeGrant(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  { id, current_period_end }: { id: number } & BodyOf<typeof call>,
  record: RecordAudit,
): Promise<Subscription> {
  const { subscription, plan } = await findAnySubscription(db, id)
  const time = isoTime(now())
  const until = endOfGrant(current_period_end, now())
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('subscriptions')
      .set({ current_period_end: until, updated_at: time })
      .where('id', '=', id)
      .where('source', '=', 'grant')
      .where('status', '=', 'active')
      .where('current_period_end', '>', time)
      .returning('id')
      .executeTakeFirst()
    if (changed === undefined) throw nothingToChange()
    const details = { plan: plan.id, subscription: id, until }
    await record(trx, { subject: { kind: 'user', id: subscription.user_id }, details })
  })
  return toSubscription(await findAnySubscription(db, id), now())
}
