import type * as v from 'valibot'
import { RegisterInput, register as registerCall } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { signIn } from '#session/session-actions.ts'
import { withRepeatedPassword } from '../password/repeated-password.ts'

/** The call's own input, and the password a second time. */
export const RegisterForm = withRepeatedPassword(RegisterInput.entries)

/** Makes the account and signs it in on this device. */
export async function register(form: v.InferOutput<typeof RegisterForm>): Promise<void> {
  const { confirm_password: _repeated, ...body } = form
  await signIn(await api.call(registerCall, { body }))
}
