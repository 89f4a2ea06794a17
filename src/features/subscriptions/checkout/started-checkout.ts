import * as v from 'valibot'
import { Id } from '#contract/primitives.ts'

/** The sessionStorage key of the purchase that this tab has started; it survives the payment processor's pages. */
const KEY = 'startedCheckout'

const Started = v.pipe(v.string(), v.parseJson(), v.object({ sessionId: v.string(), planId: Id }))

export function rememberCheckout(sessionId: string, planId: number): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ sessionId, planId }))
  } catch {
    // Storage is blocked: after a failed payment the plans are offered instead of this plan.
  }
}

/** The plan of a purchase that this tab has started, to offer it again; undefined for any other purchase. */
export function planOfCheckout(sessionId: string): number | undefined {
  try {
    const started = v.safeParse(Started, sessionStorage.getItem(KEY))
    return started.success && started.output.sessionId === sessionId ? started.output.planId : undefined
  } catch {
    // Storage is blocked: nothing was remembered.
    return undefined
  }
}
