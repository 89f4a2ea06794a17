/** Where a question stands on its way to the server. */
export type SendState =
  /** `code`: why, when it is more than a missing connection. */
  | { kind: 'waiting'; code: string | null }
  | { kind: 'sending' }
  | { kind: 'sent' }
  /** The server refused it; the person decides. `code` is the contract's error code, or null. */
  | { kind: 'failed'; code: string | null; reason: string | null }
