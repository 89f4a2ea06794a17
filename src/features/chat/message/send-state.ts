/** Codes of the server for what is kept until a plan or a new period allows it: nobody's failure. */
export const HELD = ['limit_reached', 'subscription_required'] as const
export type HeldCode = (typeof HELD)[number]

/** Where a question stands on its way to the server. */
export type SendState =
  /** `code`: why the last try did not pass; null before the first. `network` is our own code. */
  | { kind: 'waiting'; code: string | null }
  /** Behind a question that failed or is held: order is kept. */
  | { kind: 'behind' }
  /** `resetsAt`: when the period ends, as the server says it (ISO), if it does. */
  | { kind: 'held'; code: HeldCode; resetsAt: string | null }
  | { kind: 'sending' }
  | { kind: 'sent' }
  /** The server refused it; the person decides. `code` is the contract's error code, or null. */
  | { kind: 'failed'; code: string | null; reason: string | null }

/** Not on its way by itself, or not now: it can be taken back. */
export function isStuck({ kind }: SendState): boolean {
  return kind === 'waiting' || kind === 'behind' || kind === 'held' || kind === 'failed'
}

export const isHeldCode = (code: string): code is HeldCode => HELD.some((held) => held === code)
