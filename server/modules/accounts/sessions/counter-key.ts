import { createHash } from 'node:crypto'
import { addressKey } from '../../../lib/client-address.ts'

/** The rate limit key of an account, existing or not; the table stores only a keyed hash. `email` in lower case. */
export const accountKey = (email: string): string => createHash('sha256').update(email).digest('base64url')

/** The rate limit key of an account and one IP address. */
export const pairKey = (email: string, address: string): string => accountKey(`${email} ${addressKey(address)}`)
