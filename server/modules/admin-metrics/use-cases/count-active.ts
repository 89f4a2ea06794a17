import { type Kysely, sql } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { Database } from '../../../db/schema/schema.ts'

/** The ids of this product's plans; never empty, so that the list is valid in SQL. */
export async function ownPlanIds(db: Kysely<Database>): Promise<number[]> {
  const rows = await db.selectFrom('plans').select('id').where('product', '=', PRODUCT).execute()
  return rows.length === 0 ? [0] : rows.map(({ id }) => id)
}

/** Counts the subscriptions that are active now, and the trials that end by `soon`. Times are ISO 8601. */
export async function countActive(
  db: Kysely<Database>,
  { plans, now, soon }: { plans: readonly number[]; now: string; soon: string },
): Promise<{ active: number; trialsEnding: number }> {
  const { rows } = await sql<{ active: number; ending: number }>`select
    (select count(*) from subscriptions where plan_id in (${sql.join(plans)})
      and status in ('active', 'trialing') and current_period_end > ${now}) as active,
    (select count(*) from subscriptions where plan_id in (${sql.join(plans)})
      and status = 'trialing' and extended_until is null and current_period_end > ${now} and current_period_end <= ${soon}) as ending`.execute(
    db,
  )
  return { active: Number(rows[0]?.active), trialsEnding: Number(rows[0]?.ending) }
}
