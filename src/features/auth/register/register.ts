import type * as v from 'valibot'
import { RegisterInput, register as registerCall } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { signIn } from '#session/session-actions.ts'
import { withRepeatedPassword } from '../password/repeated-password.ts'

/** The input of the call, with the password repeated. */
export const RegisterForm = withRepeatedPassword(RegisterInput.entries)

/** Creates the account and signs in on this device. */
export async function register(form: v.InferOutput<typeof RegisterForm>): Promise<void> {
  const { confirm_password: _repeated, ...body } = form
  await signIn(await api.call(registerCall, { body }))
}
