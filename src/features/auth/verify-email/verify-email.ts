import { isExpectedError } from '#api/expected-error.ts'
import { verifyEmail as verifyEmailCall } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { oncePerToken } from '../once-per-token.ts'

/** Confirms the address, and lets the person who is signed in here, if any, know of it. */
export const verifyEmail = oncePerToken(async (token) => {
  await api.call(verifyEmailCall, { body: { token } })
  await refreshUser().catch((error: unknown) => {
    // It is confirmed all the same; the page will hear of it at the next look.
    if (!isExpectedError(error)) reportError(error)
  })
})
