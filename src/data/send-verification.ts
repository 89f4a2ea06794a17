import { isExpectedError } from '#api/expected-error.ts'
import { resendVerification } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'

/** Sends the confirmation link to the user's address again. */
export async function sendVerification(): Promise<void> {
  await api.call(resendVerification, {})
  await refreshUser().catch((error: unknown) => {
    // The refresh only checks whether the address was confirmed elsewhere; its failure is not a failure of the sending.
    if (!isExpectedError(error)) reportError(error)
  })
}
