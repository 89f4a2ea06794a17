import type { Kysely } from 'kysely'
import type { BodyOf } from '#contract/endpoint.ts'
import type { grantSubscription as call } from '#contract/endpoints/admin.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import type { Database } from '../../db/schema.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { RecordAudit } from '../../http/audit.ts'
import { lockOwnPlan } from '../plans/plans.repository.ts'
import { freezeTerms } from '../plans/terms.ts'
import { activeStatuses } from '../subscriptions/active-now.ts'
import { addInterval } from '../subscriptions/add-interval.ts'
import { lockPerson } from '../subscriptions/lock-person.ts'
import { toSubscription } from '../subscriptions/to-subscription.ts'
import { endIsFar, endIsPast, paysAlready, planNotGiven, userNotFound } from './users.errors.ts'

const CENTURY_MS = 100 * 365.25 * 86_400_000

/**
 * Gives a person a plan, which nothing renews: for one interval or until a time. It takes the place of an earlier gift,
 * so that a second click gives no second one. A disabled plan can be given. Throws not_found, conflict while they pay
 * for another; plan_not_given for an archived or foreign plan, date_past and date_far on their fields.
 */
export async function grantSubscription(
  { db, engine, now }: Pick<Dependencies, 'db' | 'engine' | 'now'>,
  { user_id, plan_id, current_period_end }: BodyOf<typeof call>,
  record: RecordAudit,
): Promise<Subscription> {
  const time = new Date(now()).toISOString()
  const asked = current_period_end === undefined ? undefined : endOf(current_period_end, now())
  return db.transaction().execute(async (trx) => {
    // The person before the plan, as whoever buys.
    if (!(await lockPerson(trx, engine, user_id))) throw userNotFound()
    const plan = await lockOwnPlan(trx, plan_id)
    if (plan === undefined || plan.is_archived === 1) throw planNotGiven()
    if (await pays(trx, user_id, time)) throw paysAlready()
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
        current_period_end: asked ?? addInterval(time, plan.interval),
        cancel_at_period_end: 1,
        created_at: time,
        updated_at: time,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const details = { plan: plan_id, subscription: subscription.id, until: subscription.current_period_end }
    await record(trx, { subject: { kind: 'user', id: user_id }, details })
    return toSubscription({ subscription, plan }, now())
  })
}

/** As times are kept: they are compared as text. */
function endOf(given: string, now: number): string {
  const end = Date.parse(given)
  if (end <= now) throw endIsPast()
  if (end > now + CENTURY_MS) throw endIsFar()
  return new Date(end).toISOString()
}

async function pays(trx: Kysely<Database>, userId: number, time: string): Promise<boolean> {
  const row = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where('source', 'not in', ['trial', 'grant'])
    .where('status', 'in', activeStatuses)
    .where('current_period_end', '>', time)
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
