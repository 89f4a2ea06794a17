import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { deriveKey } from '../../../lib/derive-key.ts'

const ALGORITHM = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16

interface Lock {
  tokenSecret: string
  purpose: Parameters<typeof deriveKey>[1]
  /** What the secret belongs to: a row that is copied to another owner cannot be opened. */
  owner: string
}

/** Encrypts a secret for the database (AES-256-GCM): base64url of nonce, tag and ciphertext. */
export function sealSecret(secret: string, { tokenSecret, purpose, owner }: Lock): string {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(ALGORITHM, deriveKey(tokenSecret, purpose), nonce).setAAD(Buffer.from(owner))
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

/** Undefined when it was changed, belongs to another owner, or was sealed under another TOKEN_SECRET. */
export function openSecret(sealed: string, { tokenSecret, purpose, owner }: Lock): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  const nonce = bytes.subarray(0, NONCE_BYTES)
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  if (tag.length < TAG_BYTES) return undefined
  const decipher = createDecipheriv(ALGORITHM, deriveKey(tokenSecret, purpose), nonce, { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(owner)).setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
