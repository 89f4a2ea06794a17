import { createECDH, hkdfSync } from 'node:crypto'

/** The keys that identify this server to push services (RFC 8292), in base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/** The order of P-256. */
const ORDER = 0xffffffff_00000000_ffffffff_ffffffff_bce6faad_a7179e84_f3b9cac2_fc632551n

/** Derives the keys from the operator's secret (docs/decisions/014), so that all processes have the same ones. */
export function vapidKeys(tokenSecret: string): VapidKeys {
  // 128 bits more than the order, so that the remainder is uniformly distributed (FIPS 186-5, A.2.1).
  const seed = Buffer.from(hkdfSync('sha256', tokenSecret, '', 'companion vapid key', 48))
  const scalar = (BigInt(`0x${seed.toString('hex')}`) % (ORDER - 1n)) + 1n
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(privateKey)
  return { publicKey: curve.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') }
}

/** The contact for push services: the public URL, or the sender of mails if that URL is not public. */
export function vapidSubject(publicUrl: string, mailFrom: string | null): string {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' && hostname !== 'localhost') return publicUrl
  const address = /[^\s<>]+@[^\s<>]+/.exec(mailFrom ?? '')?.[0]
  return `mailto:${address ?? 'nobody@example.org'}`
}
