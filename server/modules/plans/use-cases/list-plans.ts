import type { AdminPlan, Plan } from '#contract/objects/plan.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { withTax } from '../plan-tax.ts'
import { toAdminPlan, toPlan } from '../plans.mappers.ts'
import { listBuyablePlans, listOwnPlans } from '../plans.repository.ts'

/** The plans that can be bought, cheapest first. */
export async function listPlans({ db, config }: Dependencies): Promise<Plan[]> {
  return (await listBuyablePlans(db)).map((row) => withTax(toPlan(row), config))
}

/** All plans of this product: those that are not archived first, each group cheapest first. */
export async function listAllPlans({ db }: Pick<Dependencies, 'db'>): Promise<AdminPlan[]> {
  return (await listOwnPlans(db)).map(toAdminPlan)
}
