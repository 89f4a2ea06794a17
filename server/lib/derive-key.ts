import { createHmac } from 'node:crypto'

/** One secret of the operator, a key for each purpose: a token of one kind never passes as another. */
export function deriveKey(
  secret: string,
  purpose: 'access' | 'refresh' | 'address' | 'counter' | 'unsubscribe' | 'payments',
): Uint8Array {
  return createHmac('sha256', secret).update(`companion ${purpose} token`).digest()
}
