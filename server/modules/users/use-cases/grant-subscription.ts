import type { Kysely } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import type { grantSubscription as call } from '#contract/endpoints/admin.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { lockUser } from '../../../db/lock-user.ts'
import type { Database } from '../../../db/schema/schema.ts'
import { addInterval } from '../../../lib/add-interval.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { freezeTerms } from '../../plans/plan-terms.repository.ts'
import { lockOwnPlan } from '../../plans/plans.repository.ts'
import type { BillingDeps } from '../../subscriptions/billing.deps.ts'
import { endOpenPurchase } from '../../subscriptions/checkout/end-purchase.ts'
import { toSubscription } from '../../subscriptions/subscriptions.mappers.ts'
import { findOpenCheckout } from '../../subscriptions/subscriptions.repository.ts'
import { paysAlready, planNotGiven, userNotFound } from '../users.errors.ts'
import { endOfGrant } from './end-of-grant.ts'

/** Each further attempt follows the end of an open purchase. */
const ATTEMPTS_MAX = 3

/**
 * Grants a user a plan without renewal, for one interval or until a time. It replaces an earlier grant, so that a
 * second click grants nothing more, and an unpaid purchase. Disabled plans are allowed. Throws not_found, conflict
 * while the user may be charged for another, payment_unavailable; plan_not_given for an archived or foreign plan,
 * date_past and date_far on their fields.
 */
export async function grantSubscription(
  deps: BillingDeps,
  body: BodyOf<typeof call>,
  record: RecordAudit,
): Promise<Subscription> {
  for (let attempt = 1; attempt <= ATTEMPTS_MAX; attempt += 1) {
    const given = await give(deps, body, record)
    if (given !== undefined) return given
    await endOpenPurchase(deps, body.user_id)
  }
  throw paysAlready()
}

/** Undefined while the user has an open purchase, which they could still pay. */
function give(
  { db, now, payments }: BillingDeps,
  { user_id, plan_id, current_period_end }: BodyOf<typeof call>,
  record: RecordAudit,
): Promise<Subscription | undefined> {
  const time = isoTime(now())
  const endGiven = current_period_end === undefined ? undefined : endOfGrant(current_period_end, now())
  return db.transaction().execute(async (trx) => {
    // The user is locked before the plan, as in a purchase.
    if (!(await lockUser(trx, user_id))) throw userNotFound()
    const plan = await lockOwnPlan(trx, plan_id)
    if (plan === undefined || plan.is_archived === 1) throw planNotGiven()
    if (await pays(trx, user_id, { time, source: payments.kind })) throw paysAlready()
    if ((await findOpenCheckout(trx, user_id)) !== undefined) return undefined
    await endGifts(trx, user_id, time)
    const terms = await freezeTerms(trx, plan, time)
    const subscription = await trx
      .insertInto('subscriptions')
      .values({
        user_id,
        plan_id,
        terms_id: terms.id,
        status: 'active',
        is_trial: 0,
        source: 'grant',
        source_id: null,
        current_period_start: time,
        current_period_end: endGiven ?? addInterval(time, plan.interval),
        cancel_at_period_end: 1,
        created_at: time,
        updated_at: time,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const details = { plan: plan_id, subscription: subscription.id, until: subscription.current_period_end }
    await record(trx, { subject: { kind: 'user', id: user_id }, details })
    return toSubscription({ subscription, plan, scheduled: null, code: undefined }, now())
  })
}

/** Whether the user is or may be charged: a processor may retry payments until it has ended a subscription. */
async function pays(
  trx: Kysely<Database>,
  userId: number,
  { time, source }: { time: string; source: string },
): Promise<boolean> {
  const row = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('source', 'not in', ['trial', 'grant'])
    .where('status', '!=', 'canceled')
    // A processor that is no longer configured does not report the end, so the period decides.
    .where((eb) => eb.or([eb('source', '=', source), eb('current_period_end', '>', time)]))
    .executeTakeFirst()
  return row !== undefined
}

async function endGifts(trx: Kysely<Database>, userId: number, time: string): Promise<void> {
  await trx
    .updateTable('subscriptions')
    .set({ status: 'canceled', current_period_end: time, updated_at: time })
    .where('user_id', '=', userId)
    .where('source', '=', 'grant')
    .where('status', '=', 'active')
    .where('current_period_end', '>', time)
    .execute()
}
