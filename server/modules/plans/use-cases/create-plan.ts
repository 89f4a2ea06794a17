import { PRODUCT } from '#contract/limits.ts'
import type { AdminPlan, PlanInput } from '#contract/objects/plan.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { toAdminPlan } from '../plans.mappers.ts'
import { findPlanOfRequest } from '../plans.repository.ts'
import { planValues } from './plan-values.ts'

/** Makes a plan. A repeat with the same `request_id` returns the plan of the first request, as it is now. */
export function createPlan(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  { request_id = null, ...input }: PlanInput & { request_id?: string | null | undefined },
  record: RecordAudit,
): Promise<AdminPlan> {
  const time = isoTime(now())
  return db.transaction().execute(async (trx) => {
    const plan = await trx
      .insertInto('plans')
      .values({
        ...planValues(input),
        request_id,
        product: PRODUCT,
        is_archived: 0,
        created_at: time,
        updated_at: time,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
      .executeTakeFirst()
    const stored = plan ?? (await findPlanOfRequest(trx, request_id))
    await record(trx, { subject: { kind: 'plan', id: stored.id }, isRecorded: plan === undefined })
    return toAdminPlan(stored)
  })
}
