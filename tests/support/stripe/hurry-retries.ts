import { Stripe } from 'stripe'
import { vi } from 'vitest'

/** Lets Stripe's library repeat a request at once; it waits half a second and more otherwise. */
export function hurryRetries(): void {
  const backoff = Stripe.prototype as unknown as {
    getInitialNetworkRetryDelay(): number
    getMaxNetworkRetryDelay(): number
  }
  vi.spyOn(backoff, 'getInitialNetworkRetryDelay').mockReturnValue(0.001)
  vi.spyOn(backoff, 'getMaxNetworkRetryDelay').mockReturnValue(0.001)
}
