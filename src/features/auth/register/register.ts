import * as v from 'valibot'
import { RegisterInput, register as registerCall } from '#contract/endpoints/accounts.ts'
import type { PublicConfig } from '#contract/objects/config.ts'
import { api } from '#session/api.ts'
import { signIn } from '#session/session-actions.ts'
import { withRepeatedPassword } from '../password/repeated-password.ts'

const { accepted_terms: _shown, ...fields } = RegisterInput.entries

/** The input of the call, with the password repeated, and the age as a box to tick. */
export const RegisterForm = withRepeatedPassword({ ...fields, minimum_age: v.optional(v.boolean(), false) })

/** Creates the account and signs in on this device. `legal` is what the form has shown. */
export async function register(form: v.InferOutput<typeof RegisterForm>, legal: PublicConfig['legal']): Promise<void> {
  const { confirm_password: _repeated, minimum_age: isOfAge, ...typed } = form
  const minimum_age = isOfAge ? (legal?.minimum_age ?? undefined) : undefined
  const body = { ...typed, minimum_age, accepted_terms: legal?.terms ?? undefined }
  await signIn(await api.call(registerCall, { body }))
}
