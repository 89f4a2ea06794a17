import { isExpectedError } from '#api/expected-error.ts'
import { resendVerification } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'

/** Has the link mailed again that confirms the address. */
export async function sendVerification(): Promise<void> {
  await api.call(resendVerification, {})
  await refreshUser().catch((error: unknown) => {
    // It may have been confirmed elsewhere meanwhile; not to learn of it now is no failure of the sending.
    if (!isExpectedError(error)) reportError(error)
  })
}
