import { isExpectedError } from '#api/expected-error.ts'
import { verifyEmail as verifyEmailCall } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { oncePerToken } from '../once-per-token.ts'

/** Confirms the address and refreshes the signed-in user, if any. */
export const verifyEmail = oncePerToken(async (token) => {
  await api.call(verifyEmailCall, { body: { token } })
  await refreshUser().catch((error: unknown) => {
    // The address is confirmed anyway; the next refresh shows it.
    if (!isExpectedError(error)) reportError(error)
  })
})
