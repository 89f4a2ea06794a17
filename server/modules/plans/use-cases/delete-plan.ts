import { type Kysely, sql } from 'kysely'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import type { RecordAudit } from '../../../lib/audit-actions.ts'
import { isoTime } from '../../../lib/time.ts'
import { planArchived, planNotFound } from '../plans.errors.ts'
import { planIdsOf } from '../plans.mappers.ts'
import { lockOwnPlan } from '../plans.repository.ts'

/** Tables that reference a plan which was bought or is being bought. */
const uses = ['subscriptions', 'checkouts', 'plan_terms'] as const

/**
 * Archives a plan that was ever bought, to preserve what was sold, or that a promotion code names, so that the code
 * stays complete and usable after a restore; else deletes it. Throws not_found, conflict.
 */
export function deletePlan(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  id: number,
  record: RecordAudit,
): Promise<'archived' | 'deleted'> {
  return db.transaction().execute(async (trx) => {
    const plan = await lockOwnPlan(trx, id)
    if (plan === undefined) throw planNotFound()
    if (plan.is_archived === 1) throw planArchived()
    const archived = await isUsed(trx, id)
    if (archived) {
      // The badge of an enabled plan says "Active", also if it is archived: so it is disabled too.
      const off = { is_archived: 1, is_enabled: 0 } as const
      const values = { ...off, version: plan.version + 1, updated_at: isoTime(now()) }
      await trx.updateTable('plans').set(values).where('id', '=', id).execute()
    } else await trx.deleteFrom('plans').where('id', '=', id).execute()
    await record(trx, { subject: { kind: 'plan', id }, details: { archived } })
    return archived ? 'archived' : 'deleted'
  })
}

async function isUsed(trx: Kysely<Database>, id: number): Promise<boolean> {
  for (const table of uses) {
    const { rows } = await sql`select 1 from ${sql.table(table)} where plan_id = ${id} limit 1`.execute(trx)
    if (rows.length > 0) return true
  }
  const codes = await trx.selectFrom('promotion_codes').select('plan_ids').where('plan_ids', '!=', '[]').execute()
  return codes.some((code) => planIdsOf(code).includes(id))
}
