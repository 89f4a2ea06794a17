import * as v from 'valibot'
import { Count, Timestamp } from '../primitives.ts'
import { Passkey } from './factors/passkey.ts'

/**
 * How a user can prove who they are: an account with a second factor by `code` (of its authenticator app, or a recovery
 * code) and, if it has one, by `passkey`; any other by the rest.
 */
export const ProofMethod = v.picklist(['passkey', 'code', 'password', 'google'])
export type ProofMethod = v.InferOutput<typeof ProofMethod>

export const SecondFactor = v.object({
  /** Since when codes of an authenticator app are asked for; null: they are not. */
  totp_since: v.nullable(Timestamp),
  passkeys: v.optional(v.array(Passkey), []),
  recovery_codes_left: Count,
  /** Whether this user can use their powers as an admin only with a second factor. */
  is_required: v.boolean(),
})
export type SecondFactor = v.InferOutput<typeof SecondFactor>

/** Shown once: the server stores only their hashes. */
export const RecoveryCodes = v.object({ recovery_codes: v.array(v.string()) })
