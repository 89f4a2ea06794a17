import { Stripe } from 'stripe'

/**
 * Stripe's library repeats a request at once. It would wait half a second, then a whole one, and no test is about how
 * long: it is the library's own waiting.
 */
Object.assign(Stripe.prototype, {
  getInitialNetworkRetryDelay: () => 0.001,
  getMaxNetworkRetryDelay: () => 0.001,
})
