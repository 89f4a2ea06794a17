import type { AdminPlan, PlanChange } from '#contract/objects/plan.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { planArchived, planChanged, planNotFound } from '../plans.errors.ts'
import { type PlanRow, toAdminPlan } from '../plans.mappers.ts'
import { lockOwnPlan } from '../plans.repository.ts'
import { planValues } from './plan-values.ts'

/**
 * Changes a plan. Sold subscriptions keep their terms (decision 034). Throws not_found; conflict when the plan is
 * archived, or was changed since the given version (optimistic lock).
 */
export function updatePlan(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  id: number,
  { version, ...input }: PlanChange,
  record: RecordAudit,
): Promise<AdminPlan> {
  return db.transaction().execute(async (trx) => {
    const plan = await lockOwnPlan(trx, id)
    if (plan === undefined) throw planNotFound()
    if (plan.is_archived === 1) throw planArchived()
    if (version !== undefined && version !== plan.version) throw planChanged()
    const values = planValues(input)
    const fields = changedFields(plan, values)
    await record(trx, { subject: { kind: 'plan', id }, details: { fields } })
    if (fields.length === 0) return toAdminPlan(plan)
    const changed = await trx
      .updateTable('plans')
      .set({ ...values, version: plan.version + 1, updated_at: isoTime(now()) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    return toAdminPlan(changed)
  })
}

function changedFields(plan: PlanRow, values: ReturnType<typeof planValues>): string[] {
  const names = Object.keys(values) as (keyof typeof values)[]
  return names.filter((name) => plan[name] !== values[name])
}
