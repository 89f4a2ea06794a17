import { createECDH, hkdfSync } from 'node:crypto'

/** What names this server to push services (RFC 8292); both keys in base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** The order of P-256. */
const ORDER = 0xffffffff_00000000_ffffffff_ffffffff_bce6faad_a7179e84_f3b9cac2_fc632551n

/** The keys that follow from the operator's secret (docs/decisions/014): the same in every process, kept nowhere. */
export function vapidKeys(tokenSecret: string): VapidKeys {
  // 128 bits more than the order has, so that the remainder is even over all keys (FIPS 186-5, A.2.1).
  const seed = Buffer.from(hkdfSync('sha256', tokenSecret, '', 'companion vapid key', 48))
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

/** Whom a push service can turn to: the public address, or the sender of mails, as far as they can be reached. */
export function vapidSubject(publicUrl: string, mailFrom: string | null): string {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' && hostname !== 'localhost') return publicUrl
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom ?? '')?.[0]
  return `mailto:${address ?? 'nobody@example.org'}`
}
