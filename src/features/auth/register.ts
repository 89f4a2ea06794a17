import * as v from 'valibot'
import { RegisterInput, register as registerCall } from '#contract/endpoints/accounts.ts'
import { says } from '#contract/primitives.ts'
import { signIn } from '#session/actions.ts'
import { api } from '#session/api.ts'

/** The call's own input, and the password a second time (specification, section 5, "Auth messages"). */
export const RegisterForm = v.pipe(
  v.object({
    ...RegisterInput.entries,
    confirm_password: v.pipe(
      v.string(says('confirm_password_required')),
      v.nonEmpty(says('confirm_password_required')),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['password'], ['confirm_password']],
      ({ password, confirm_password }) => password === confirm_password,
      says('confirm_password_match'),
    ),
    ['confirm_password'],
  ),
)

/** Makes the account and signs it in on this device. */
export async function register(form: v.InferOutput<typeof RegisterForm>): Promise<void> {
  const { confirm_password: _repeated, ...body } = form
  await signIn(await api.call(registerCall, { body }))
}
