import type { Plan } from '#contract/objects/plan.ts'
import type { Dependencies } from '../../dependencies.ts'
import { listBuyablePlans } from './plans.repository.ts'
import { toPlan } from './to-plan.ts'

/** What can be bought, cheapest first. */
export async function listPlans({ db }: Dependencies): Promise<Plan[]> {
  return (await listBuyablePlans(db)).map(toPlan)
}
