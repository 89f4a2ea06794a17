import type { AdminPlan } from '#contract/objects/plan.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { planChanged, planNotFound } from '../plans.errors.ts'
import { toAdminPlan } from '../plans.mappers.ts'
import { lockOwnPlan } from '../plans.repository.ts'

/**
 * Takes a plan out of the archive. It stays disabled, so that nobody can buy it before an admin has looked at it.
 * Throws not_found; conflict for one that is not archived.
 */
export function restorePlan(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  id: number,
  record: RecordAudit,
): Promise<AdminPlan> {
  return db.transaction().execute(async (trx) => {
    const plan = await lockOwnPlan(trx, id)
    if (plan === undefined) throw planNotFound()
    if (plan.is_archived === 0) throw planChanged()
    const restored = await trx
      .updateTable('plans')
      .set({ is_archived: 0, version: plan.version + 1, updated_at: isoTime(now()) })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow()
    await record(trx, { subject: { kind: 'plan', id } })
    return toAdminPlan(restored)
  })
}
