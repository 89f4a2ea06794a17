import * as v from 'valibot'
import { endpoint } from '../endpoint.ts'
import { PHOTO_BODY_MAX } from '../limits.ts'
import { Authenticated, Session, Tokens, User } from '../objects/user.ts'
import {
  Email,
  FirstName,
  GivenPassword,
  Id,
  Language,
  LastName,
  Message,
  NewPassword,
  says,
  Username,
  UuidParams,
} from '../primitives.ts'

const Token = v.pipe(v.string(says('token_invalid')), v.nonEmpty(says('token_invalid')), v.maxLength(4096))

/** The credential from Google's sign-in button, or the nonce that was passed to the button. */
const Credential = v.pipe(
  v.string(says('credential_invalid')),
  v.nonEmpty(says('credential_invalid')),
  v.maxLength(4096, says('credential_invalid')),
)

/** A signed JWT in compact serialisation. */
const GoogleCredential = v.pipe(Credential, v.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, says('credential_invalid')))

export const checkEmail = endpoint({
  method: 'POST',
  path: '/accounts/auth/check-email/',
  summary: 'Whether an account with this address exists',
  access: 'public',
  body: v.object({ email: Email }),
  responses: { 200: v.object({ exists: v.boolean() }) },
  errors: [],
})

export const RegisterInput = v.object({
  email: Email,
  password: NewPassword,
  first_name: FirstName,
  last_name: LastName,
  username: v.optional(Username),
  receive_newsletters: v.optional(v.boolean(), false),
  /** The version of the terms that the form named. */
  accepted_terms: v.optional(Id),
  /** The age in years that the user has at least; required where the server's configuration names one. */
  minimum_age: v.optional(Id),
})

export const register = endpoint({
  method: 'POST',
  path: '/accounts/auth/register/',
  summary: 'Makes an account and signs it in',
  access: 'public',
  body: RegisterInput,
  responses: { 201: Authenticated },
  errors: [],
})

export const registerWithGoogle = endpoint({
  method: 'POST',
  path: '/accounts/auth/register/google/',
  summary: 'Signs in by a Google credential; makes the account when there is none',
  access: 'public',
  // Other apps of the provider may do without a nonce; a credential that was made with one needs it.
  body: v.object({ credential: GoogleCredential, nonce: v.optional(Credential) }),
  responses: { 200: Authenticated, 201: Authenticated },
  errors: ['invalid_credentials', 'second_factor_required', 'conflict', 'not_found'],
})

export const LoginInput = v.object({ email: Email, password: GivenPassword })

export const login = endpoint({
  method: 'POST',
  path: '/accounts/auth/login/',
  summary: 'Signs in',
  access: 'public',
  body: LoginInput,
  responses: { 200: Authenticated },
  errors: ['invalid_credentials', 'second_factor_required'],
})

export const logout = endpoint({
  method: 'POST',
  path: '/accounts/auth/logout/',
  summary: 'Ends the session that the refresh token belongs to; an unknown token changes nothing',
  access: 'public',
  body: v.object({ refresh: Token }),
  responses: { 204: 'empty' },
  errors: [],
})

export const refreshToken = endpoint({
  method: 'POST',
  path: '/accounts/token/refresh/',
  summary: 'New tokens for a refresh token; its direct parent gets the same successor again',
  access: 'public',
  body: v.object({ refresh: Token }),
  responses: { 200: Tokens },
  errors: ['token_not_valid'],
})

export const forgotPassword = endpoint({
  method: 'POST',
  path: '/accounts/auth/forgot-password/',
  summary: 'Sends a reset link; the answer is the same whether the address is known or not',
  access: 'public',
  body: v.object({ email: Email }),
  responses: { 200: Message },
  errors: [],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/accounts/auth/reset-password/',
  summary: 'Sets a new password and ends all sessions',
  access: 'public',
  body: v.object({ token: Token, password: NewPassword }),
  responses: { 200: Message },
  errors: [],
})

export const verifyEmail = endpoint({
  method: 'POST',
  path: '/accounts/auth/verify-email/',
  summary: 'Confirms an address by the token that was mailed to it',
  access: 'public',
  body: v.object({ token: Token }),
  responses: { 200: Message },
  errors: [],
})

export const previewVerification = endpoint({
  method: 'POST',
  path: '/accounts/auth/verify-email/preview/',
  summary: 'Whose address a mailed token confirms; changes nothing',
  access: 'public',
  body: v.object({ token: Token }),
  responses: {
    200: v.object({
      email: v.string(),
      first_name: v.string(),
      last_name: v.string(),
      /** True once the user has followed the verification link. */
      email_verified: v.boolean(),
    }),
  },
  errors: [],
})

export const resendVerification = endpoint({
  method: 'POST',
  path: '/accounts/auth/verify-email/resend/',
  summary: 'Mails the link that confirms the address once more',
  access: 'user',
  whileSuspended: true,
  responses: { 200: Message },
  errors: [],
})

export const getProfile = endpoint({
  method: 'GET',
  path: '/accounts/profile/',
  summary: 'The signed-in user',
  access: 'user',
  responses: { 200: User },
  errors: [],
})

export const ProfileInput = v.object({
  first_name: v.optional(FirstName),
  last_name: v.optional(LastName),
  username: v.optional(Username),
  receive_newsletters: v.optional(v.boolean()),
  /** Agrees that clicks on links of the newsletter are counted, or ends that. */
  counts_clicks: v.optional(v.boolean()),
  language: v.optional(Language),
})

export const updateProfile = endpoint({
  method: 'PUT',
  path: '/accounts/profile/',
  summary: 'Changes the fields that are given',
  access: 'user',
  whileSuspended: true,
  body: ProfileInput,
  responses: { 200: User },
  errors: [],
})

export const DeleteByPassword = v.object({ password: GivenPassword })
export const DeleteByGoogle = v.object({ credential: GoogleCredential, nonce: Credential })

export const deleteAccount = endpoint({
  method: 'DELETE',
  path: '/accounts/profile/',
  summary: 'Deletes the account with all that is stored of it; cancels billing',
  access: 'user',
  confirm: 'with-second-factor',
  body: v.union([DeleteByPassword, DeleteByGoogle]),
  responses: { 204: 'empty' },
  errors: ['not_found', 'payment_unavailable'],
})

export const changePassword = endpoint({
  method: 'PUT',
  path: '/accounts/profile/change-password/',
  summary: 'Sets a new password; ends all sessions, and opens a new one for this device',
  access: 'user',
  whileSuspended: true,
  body: v.object({ current_password: GivenPassword, new_password: NewPassword }),
  responses: { 200: v.object({ ...Message.entries, ...Tokens.entries }) },
  errors: [],
})

export const uploadPhoto = endpoint({
  method: 'POST',
  path: '/accounts/profile/upload-photo/',
  summary: 'Sets the photo; re-encoded as a square',
  access: 'user',
  body: v.object({
    photo: v.pipe(
      v.instance(Blob, says('photo_required')),
      // An empty file: browsers send one for a file field without a chosen file.
      v.minSize(1, says('photo_required')),
      v.maxSize(PHOTO_BODY_MAX, says('photo_too_large')),
    ),
  }),
  bodyType: 'multipart',
  responses: { 200: User },
  errors: [],
})

export const deletePhoto = endpoint({
  method: 'DELETE',
  path: '/accounts/profile/photo/',
  summary: 'Takes the photo away',
  access: 'user',
  responses: { 200: User },
  errors: [],
})

export const validateSso = endpoint({
  method: 'POST',
  path: '/accounts/validate-sso/',
  summary: 'Signs in by a one-time token of another app of the provider; single use, 60 seconds',
  access: 'public',
  body: v.object({ token: Token }),
  responses: { 200: Authenticated },
  errors: ['token_not_valid', 'second_factor_required'],
})

export const createSsoToken = endpoint({
  method: 'POST',
  path: '/accounts/sso/tokens/',
  summary: 'A one-time token that signs this user in to another app of the provider',
  access: 'user',
  body: v.object({ audience: v.pipe(v.string(says('required')), v.nonEmpty(says('required')), v.maxLength(200)) }),
  responses: { 200: v.object({ token: v.string() }) },
  errors: [],
})

export const listSessions = endpoint({
  method: 'GET',
  path: '/accounts/sessions/',
  summary: 'Signed-in devices',
  access: 'user',
  responses: { 200: v.object({ results: v.array(Session) }) },
  errors: [],
})

export const deleteSession = endpoint({
  method: 'DELETE',
  path: '/accounts/sessions/{id}/',
  summary: 'Signs a device out',
  access: 'user',
  params: UuidParams,
  responses: { 204: 'empty' },
  errors: ['not_found'],
})

export const exportAccount = endpoint({
  method: 'GET',
  path: '/accounts/export/',
  summary: 'Everything stored about the user, as a download',
  access: 'user',
  responses: { 200: 'file' },
  errors: [],
})
