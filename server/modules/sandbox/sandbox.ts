import type { Payments } from '../../providers/payments/payments.ts'

export type SandboxOutcome = 'pay' | 'decline'

/** Delivers a signed event to the webhook's code; throws when it must be sent again. */
export type DeliverEvent = (body: Uint8Array, signature: string) => Promise<void>

/**
 * A simulated payment processor without real money: sessions, subscriptions and signed events in its own tables. The
 * rest of the server uses it like Stripe.
 */
export interface Sandbox {
  readonly payments: Payments
  /** Sets the receiver of events; until then they are queued. */
  deliverTo(deliver: DeliverEvent): void
  /** Records the user's choice on the checkout page; false when the session has ended. */
  settle(session: string, outcome: SandboxOutcome): Promise<boolean>
  /** Makes the next payments of this subscription fail or succeed. */
  setCard(subscription: string, works: boolean): Promise<void>
  /** Pays a user's failed payments with a card that works; false when there are none. */
  payOpen(userId: number): Promise<boolean>
  /** Applies all due transitions in the order of their times, and sends their events. */
  bill(): Promise<void>
}
