import { createHmac } from 'node:crypto'

/** Derives a key for each purpose from the operator's secret, so that a token of one kind is not valid as another. */
export function deriveKey(
  secret: string,
  purpose:
    | 'access'
    | 'refresh'
    | 'address'
    | 'counter'
    | 'unsubscribe'
    | 'payments'
    | 'trial'
    | 'preview'
    | 'newsletter'
    | 'click'
    | 'totp'
    | 'challenge'
    | 'legal-draft'
    | 'passkey',
): Uint8Array {
  return createHmac('sha256', secret).update(`companion ${purpose} token`).digest()
}
