import * as v from 'valibot'
import { boundedArray, says, Timestamp, Uuid } from '../../primitives.ts'

/** A passkey of an account: a key pair of a device or a password manager, of which the server has the public key. */
export const Passkey = v.object({
  id: Uuid,
  name: v.string(),
  created_at: Timestamp,
  last_used_at: v.nullable(Timestamp),
})
export type Passkey = v.InferOutput<typeof Passkey>

const base64url = (max: number) =>
  v.pipe(v.string(says('required')), v.regex(/^[\w-]+$/, says('invalid')), v.maxLength(max, says('too_long')))

/** A credential id has at most 1023 bytes. */
const CredentialId = base64url(1364)
const ClientData = base64url(2000)
const AuthenticatorData = base64url(2000)
const Transports = boundedArray(v.pipe(v.string(says('invalid')), v.regex(/^[a-z-]{1,20}$/, says('invalid'))), 10)

const Descriptor = v.object({
  id: v.string(),
  type: v.literal('public-key'),
  transports: v.exactOptional(v.array(v.string())),
})

/** What `navigator.credentials.create()` gets, in its JSON form (WebAuthn). */
export const PasskeyCreation = v.object({
  challenge: v.string(),
  rp: v.object({ id: v.string(), name: v.string() }),
  user: v.object({ id: v.string(), name: v.string(), displayName: v.string() }),
  pubKeyCredParams: v.array(v.object({ alg: v.number(), type: v.literal('public-key') })),
  timeout: v.number(),
  attestation: v.literal('none'),
  excludeCredentials: v.array(Descriptor),
  authenticatorSelection: v.object({
    residentKey: v.literal('required'),
    requireResidentKey: v.literal(true),
    userVerification: v.literal('required'),
  }),
})
export type PasskeyCreation = v.InferOutput<typeof PasskeyCreation>

/** What `navigator.credentials.get()` gets, in its JSON form. */
export const PasskeyRequest = v.object({
  challenge: v.string(),
  rpId: v.string(),
  timeout: v.number(),
  userVerification: v.literal('required'),
  /** Without it the browser offers all passkeys of this site. */
  allowCredentials: v.exactOptional(v.array(Descriptor)),
})
export type PasskeyRequest = v.InferOutput<typeof PasskeyRequest>

/** A new passkey, as `navigator.credentials.create()` returns it in its JSON form. */
export const NewPasskey = v.object({
  id: CredentialId,
  rawId: CredentialId,
  type: v.literal('public-key', says('invalid')),
  response: v.object({
    clientDataJSON: ClientData,
    attestationObject: base64url(4000),
    transports: v.optional(Transports, []),
  }),
})
export type NewPasskey = v.InferOutput<typeof NewPasskey>

/** The signature of a passkey, as `navigator.credentials.get()` returns it in its JSON form. */
export const PasskeyAnswer = v.object({
  id: CredentialId,
  rawId: CredentialId,
  type: v.literal('public-key', says('invalid')),
  response: v.object({
    clientDataJSON: ClientData,
    authenticatorData: AuthenticatorData,
    signature: base64url(1000),
    userHandle: v.optional(base64url(86)),
  }),
})
export type PasskeyAnswer = v.InferOutput<typeof PasskeyAnswer>
