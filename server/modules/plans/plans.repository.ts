import type { Kysely } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { Database } from '../../db/schema.ts'
import type { PlanRow } from './to-plan.ts'

/** Plans that can be bought: this product, enabled, not archived. */
const buyable = (db: Kysely<Database>) =>
  db
    .selectFrom('plans')
    .selectAll()
    .where('product', '=', PRODUCT)
    .where('is_enabled', '=', 1)
    .where('is_archived', '=', 0)

/** Cheapest first. */
export async function listBuyablePlans(db: Kysely<Database>): Promise<PlanRow[]> {
  const rows = await buyable(db).orderBy('id').execute()
  return rows.sort((a, b) => Number(a.price) - Number(b.price))
}

export function findBuyablePlan(db: Kysely<Database>, id: number): Promise<PlanRow | undefined> {
  return buyable(db).where('id', '=', id).executeTakeFirst()
}
