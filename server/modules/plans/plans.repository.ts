import type { Kysely } from 'kysely'
import { PRODUCT } from '#contract/limits.ts'
import type { Database } from '../../db/schema/schema.ts'
import type { PlanRow } from './plans.mappers.ts'

const own = (db: Kysely<Database>) => db.selectFrom('plans').selectAll().where('product', '=', PRODUCT)

/** Plans that can be bought: this product, enabled, not archived. */
const buyable = (db: Kysely<Database>) => own(db).where('is_enabled', '=', 1).where('is_archived', '=', 0)

/** Cheapest first. */
export async function listBuyablePlans(db: Kysely<Database>): Promise<PlanRow[]> {
  const rows = await buyable(db).orderBy('id').execute()
  return rows.sort((a, b) => Number(a.price) - Number(b.price))
}

/** All plans of this product: those that are not archived first, each group cheapest first. */
export async function listOwnPlans(db: Kysely<Database>): Promise<PlanRow[]> {
  const rows = await own(db).orderBy('id').execute()
  return rows.sort((a, b) => a.is_archived - b.is_archived || Number(a.price) - Number(b.price))
}

/** Reads and locks a plan of this product; it cannot be changed or bought until the transaction ends. */
export function lockOwnPlan(trx: Kysely<Database>, id: number): Promise<PlanRow | undefined> {
  const plan = own(trx).where('id', '=', id)
  return plan.forUpdate().executeTakeFirst()
}

/** The plan that an earlier request with this idempotency key has made. */
export function findPlanOfRequest(db: Kysely<Database>, requestId: string | null): Promise<PlanRow> {
  return own(db).where('request_id', '=', requestId).executeTakeFirstOrThrow()
}

export function findBuyablePlan(db: Kysely<Database>, id: number): Promise<PlanRow | undefined> {
  return buyable(db).where('id', '=', id).executeTakeFirst()
}
