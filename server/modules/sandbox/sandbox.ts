import type { Payments } from '../../providers/payments/payments.ts'

export type SandboxOutcome = 'pay' | 'decline'

/** Takes a signed event, as the webhook does; throws when it must be sent again. */
export type DeliverEvent = (body: Uint8Array, signature: string) => Promise<void>

/**
 * A small payment processor inside the server, in which no money moves: sessions, subscriptions and signed events, in
 * tables of its own. The rest of the server knows it as it knows Stripe.
 */
export interface Sandbox {
  readonly payments: Payments
  /** Where its events go; until then they wait. */
  deliverTo(deliver: DeliverEvent): void
  /** What the user chose on its page; false when the session is over. */
  settle(session: string, outcome: SandboxOutcome): Promise<boolean>
  /** From now on this subscription's payments are declined, or taken again. */
  setCard(subscription: string, works: boolean): Promise<void>
  /** Its clock: everything that is due by now happens, in the order of its time, and is told. */
  bill(): Promise<void>
}
