import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { NewPasskey, Passkey, PasskeyAnswer, PasskeyCreation, PasskeyRequest } from '../objects/factors/passkey.ts'
import { RecoveryCodes } from '../objects/second-factor.ts'
import { Authenticated } from '../objects/user.ts'
import { Label, UuidParams } from '../primitives.ts'
import { SignInChallenge } from './factors.ts'

export const PasskeyName = v.object({ name: Label })

export const requestSignInPasskey = endpoint({
  method: 'POST',
  path: '/accounts/auth/passkey/request/',
  summary: 'What a browser needs to ask for a passkey; with the challenge of an earlier step, one of that account',
  access: 'public',
  body: v.object({ challenge: v.optional(SignInChallenge) }),
  responses: { 200: PasskeyRequest },
  errors: ['token_not_valid', 'not_found'],
})

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/accounts/auth/passkey/',
  summary: 'Signs in by a passkey alone: it shows the device and that its owner unlocked it',
  access: 'public',
  body: v.object({ passkey: PasskeyAnswer }),
  responses: { 200: Authenticated },
  errors: ['passkey_refused', 'not_found'],
})

export const requestPasskey = endpoint({
  method: 'POST',
  path: '/accounts/confirm/passkey/',
  summary: 'What a browser needs to ask for a passkey of this account, which then goes to `/accounts/confirm/`',
  access: 'user',
  whileSuspended: true,
  responses: { 200: PasskeyRequest },
  errors: ['not_found'],
})

export const beginPasskey = endpoint({
  method: 'POST',
  path: '/accounts/second-factor/passkeys/request/',
  summary: 'What a browser needs to make a passkey, within five minutes',
  access: 'user',
  whileSuspended: true,
  confirm: 'always',
  responses: { 200: PasskeyCreation },
  errors: ['conflict', 'not_found'],
})

export const addPasskey = endpoint({
  method: 'POST',
  path: '/accounts/second-factor/passkeys/',
  summary: 'Adds a passkey; with the first second factor of an account come its recovery codes',
  access: 'user',
  whileSuspended: true,
  body: v.object({ passkey: NewPasskey }),
  responses: { 201: v.object({ passkey: Passkey, ...RecoveryCodes.entries }) },
  errors: ['passkey_refused', 'conflict', 'not_found'],
})

export const renamePasskey = endpoint({
  method: 'PATCH',
  path: '/accounts/second-factor/passkeys/{id}/',
  summary: 'Renames a passkey',
  access: 'user',
  params: UuidParams,
  body: PasskeyName,
  responses: { 200: Passkey },
  errors: ['not_found'],
})

export const removePasskey = endpoint({
  method: 'DELETE',
  path: '/accounts/second-factor/passkeys/{id}/',
  summary: 'Removes a passkey; the recovery codes end with the last second factor',
  access: 'user',
  confirm: 'always',
  params: UuidParams,
  responses: { 204: 'empty' },
  errors: ['conflict', 'not_found'],
})
