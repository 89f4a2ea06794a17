import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { PasskeyAnswer } from '../objects/factors/passkey.ts'
import { RecoveryCodes, SecondFactor } from '../objects/second-factor.ts'
import { Authenticated } from '../objects/user.ts'
import { IdParams, says } from '../primitives.ts'
import { DeleteByGoogle, DeleteByPassword } from './accounts.ts'

/** Six digits of an authenticator app, or a recovery code; spaces and hyphens do not count. */
export const OneTimeCode = v.object({
  one_time_code: v.pipe(
    v.string(says('one_time_code_required')),
    v.trim(),
    v.nonEmpty(says('one_time_code_required')),
    v.maxLength(64, says('one_time_code_wrong')),
  ),
})

/** The `challenge` that a call returned with the error `second_factor_required`. */
export const SignInChallenge = v.pipe(
  v.string(says('required')),
  v.nonEmpty(says('required')),
  v.maxLength(200, says('too_long')),
)

export const enterSecondFactor = endpoint({
  method: 'POST',
  path: '/accounts/auth/second-factor/',
  summary: 'Signs in by the challenge of an earlier step and a one-time code',
  access: 'public',
  body: v.object({
    challenge: SignInChallenge,
    ...OneTimeCode.entries,
  }),
  responses: { 200: Authenticated },
  errors: ['token_not_valid'],
})

export const confirmSession = endpoint({
  method: 'POST',
  path: '/accounts/confirm/',
  summary:
    'Proves who uses this session, for 10 minutes; an account with a second factor takes a passkey or a one-time code',
  access: 'user',
  whileSuspended: true,
  body: v.union([OneTimeCode, DeleteByPassword, DeleteByGoogle, v.object({ passkey: PasskeyAnswer })]),
  responses: { 204: 'empty' },
  errors: ['confirmation_required', 'not_found', 'passkey_refused'],
})

export const getSecondFactor = endpoint({
  method: 'GET',
  path: '/accounts/second-factor/',
  summary: 'Whether the account has a second factor',
  access: 'user',
  responses: { 200: SecondFactor },
  errors: [],
})

export const beginTotp = endpoint({
  method: 'POST',
  path: '/accounts/second-factor/totp/',
  summary: 'A new secret for an authenticator app (RFC 6238); a code of it must confirm it within 30 minutes',
  access: 'user',
  whileSuspended: true,
  confirm: 'always',
  responses: {
    201: v.object({
      /** Base32, to type by hand. */
      secret: v.string(),
      /** `otpauth://totp/…`, for a QR code. */
      uri: v.string(),
    }),
  },
  errors: ['conflict'],
})

export const confirmTotp = endpoint({
  method: 'PUT',
  path: '/accounts/second-factor/totp/',
  summary: 'Turns the authenticator app on by its first code; with the first second factor come recovery codes',
  access: 'user',
  whileSuspended: true,
  body: OneTimeCode,
  responses: { 200: RecoveryCodes },
  errors: ['not_found'],
})

export const removeTotp = endpoint({
  method: 'DELETE',
  path: '/accounts/second-factor/totp/',
  summary: 'Removes the authenticator app; the recovery codes end with the last second factor',
  access: 'user',
  confirm: 'always',
  responses: { 204: 'empty' },
  errors: ['conflict'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/accounts/second-factor/recovery-codes/',
  summary: 'New recovery codes; the earlier ones are no longer valid',
  access: 'user',
  whileSuspended: true,
  confirm: 'always',
  responses: { 200: RecoveryCodes },
  errors: ['not_found'],
})

export const removeUserFactor = endpoint({
  method: 'DELETE',
  path: '/accounts/users/{id}/second-factor/',
  summary: 'Removes all second factors of a user who has lost them; a mail tells them',
  access: 'admin',
  confirm: 'always',
  params: IdParams,
  responses: { 204: 'empty' },
  errors: ['conflict', 'not_found'],
})
