import type { Payments } from '../../providers/payments/payments.ts'

export type SandboxOutcome = 'pay' | 'decline'

/** What the page of a customer shows. */
export interface CustomerDetails {
  /** Whether the next payments succeed; null without a running subscription. */
  cardWorks: boolean | null
  taxIds: string[]
  /** ISO 8601; null when no payment is to come. */
  nextPaymentAt: string | null
}

export type CustomerChanges = Readonly<{ cardWorks?: boolean | undefined; taxIds?: readonly string[] | undefined }>

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
  setCard(subscriptionId: string, works: boolean): Promise<void>
  /** Undefined for a user who has bought nothing. */
  readDetails(userId: number): Promise<CustomerDetails | undefined>
  changeDetails(userId: number, changes: CustomerChanges): Promise<void>
  /** Pays a user's failed payments; false when there are none. Throws PaymentsDeclined with a card that fails. */
  payOpen(userId: number): Promise<boolean>
  /** Makes the next payment now that was to come at `due` (ISO 8601); false when none was. */
  payNext(userId: number, due: string): Promise<boolean>
  /** Applies all due transitions in the order of their times, and sends their events. */
  bill(): Promise<void>
}
