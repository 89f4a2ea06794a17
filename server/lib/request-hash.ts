import { createHash } from 'node:crypto'

/** SHA-256 of a parsed body in a fixed order of keys, to tell a repeat from another request with the same id. */
export function requestHash(call: string, values: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([call, ...values]))
    .digest('hex')
}
