import type { Dependencies } from '../../../dependencies.ts'
import { listBuyablePlans } from '../plans.repository.ts'

/** Whether a free trial is on offer: a plan that costs nothing can be had. */
export async function isTrialOffered({ db }: Pick<Dependencies, 'db'>): Promise<boolean> {
  return (await listBuyablePlans(db)).some(({ price }) => price === '0.00')
}
