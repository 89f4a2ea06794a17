declare module 'http_ece' {
  import type { ECDH } from 'node:crypto'

  /** Throws when the body was not encrypted for these keys. */
  export function decrypt(body: Buffer, keys: { version: 'aes128gcm'; privateKey: ECDH; authSecret: string }): Buffer
}
