import type * as v from 'valibot'
import { resetPassword as resetPasswordCall } from '#contract/endpoints/accounts.ts'
import { failedFields } from '#i18n/describe-error.ts'
import { api } from '#session/api.ts'
import { withRepeatedPassword } from './repeated-password.ts'

export const ResetForm = withRepeatedPassword({})

/** Returns `expired` for a link that was used before or is too old; throws other failures. */
export async function resetPassword(
  token: string,
  { password }: v.InferOutput<typeof ResetForm>,
): Promise<'changed' | 'expired'> {
  try {
    await api.call(resetPasswordCall, { body: { token, password } })
    return 'changed'
  } catch (error) {
    if (Object.hasOwn(failedFields(error), 'token')) return 'expired'
    throw error
  }
}
