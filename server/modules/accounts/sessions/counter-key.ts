import { createHash } from 'node:crypto'
import { addressKey } from '../../../lib/client-address.ts'

/** What limits count an account by, known or not; the counters' table keeps only a keyed hash of it. `email` in lower case. */
export const accountKey = (email: string): string => createHash('sha256').update(email).digest('base64url')

/** The same, from one address. */
export const pairKey = (email: string, address: string): string => accountKey(`${email} ${addressKey(address)}`)
