import { PRODUCT } from '#contract/limits.ts'
import type { AdminPlan, PlanInput } from '#contract/objects/plan.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { toAdminPlan } from '../plans.mappers.ts'
import { planValues } from './plan-values.ts'

export function createPlan(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  input: PlanInput,
  record: RecordAudit,
): Promise<AdminPlan> {
  const time = isoTime(now())
  return db.transaction().execute(async (trx) => {
    const plan = await trx
      .insertInto('plans')
      .values({ ...planValues(input), product: PRODUCT, is_archived: 0, created_at: time, updated_at: time })
      .returningAll()
      .executeTakeFirstOrThrow()
    await record(trx, { subject: { kind: 'plan', id: plan.id } })
    return toAdminPlan(plan)
  })
}
