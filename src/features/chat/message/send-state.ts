/**
 * The server's codes for a message that waits until a plan, a new period or an admin allows it; these are not failures.
 */
const HELD = ['limit_reached', 'subscription_required', 'suspended'] as const
export type HeldCode = (typeof HELD)[number]

/** The state of a question until it reaches the server. */
export type SendState =
  /** `code`: the error of the last attempt; null before the first. `network` is the client's own code. */
  | { kind: 'waiting'; code: string | null }
  /** Waits for an earlier question that failed or is held, because messages are sent in order. */
  | { kind: 'behind' }
  /** `resetsAt`: the end of the period (ISO) if the server sent it. */
  | { kind: 'held'; code: HeldCode; resetsAt: string | null }
  | { kind: 'sending' }
  | { kind: 'sent' }
  /** The server refused the question and the user must decide. `code` is the contract's error code, or null. */
  | { kind: 'failed'; code: string | null; reason: string | null }

export const isHeldCode = (code: string): code is HeldCode => HELD.some((held) => held === code)
