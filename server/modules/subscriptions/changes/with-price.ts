import { PaymentsRefused, type PlanChange } from '../../../providers/payments/payments.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { ensurePrice } from '../checkout/ensure-price.ts'
import type { DecidedChange } from './decide-change.ts'

/** Makes a request about a change; a price that the processor no longer has is created again, once. */
export async function withPrice<T>(
  deps: BillingDeps,
  { sourceId, terms, dropsDiscount }: DecidedChange,
  countedTo: string,
  request: (change: PlanChange) => Promise<T>,
): Promise<T> {
  const about = {
    subscriptionId: sourceId,
    interval: terms.interval,
    terms: String(terms.id),
    countedTo,
    dropsDiscount,
  }
  const price = await ensurePrice(deps, terms)
  try {
    return await request({ ...about, price })
  } catch (error) {
    const isGone =
      error instanceof PaymentsRefused && error.code === 'resource_missing' && error.param?.endsWith('[price]')
    if (!isGone) throw error
    return request({ ...about, price: await ensurePrice(deps, terms, price) })
  }
}
