import { isExpectedError } from '#api/expected-error.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { confirmEmailChange, previewEmailChange, undoEmailChange } from '#contract/endpoints/email-change.ts'
import { api } from '#session/api.ts'
import { refreshUser } from '#session/refresh-user.ts'
import { oncePerToken } from '../once-per-token.ts'

export type EmailChangePreview = ResponseOf<typeof previewEmailChange>

/** Throws ApiError with a `token` field for an invalid link. */
export const previewChange = (token: string, signal: AbortSignal): Promise<EmailChangePreview> =>
  api.call(previewEmailChange, { body: { token }, signal })

/** Changes the address, and shows it in this browser if the account is signed in here. */
export const confirmChange = oncePerToken(async (token) => {
  await api.call(confirmEmailChange, { body: { token } })
  await refreshUser().catch((error: unknown) => {
    // It is done anyway; the next refresh shows it.
    if (!isExpectedError(error)) reportError(error)
  })
})

/**
 * Restores the old address. A session of this browser may have ended with it, which the next call notices: a refresh here
 * would leave the page before it has told the outcome.
 */
export const undoChange = oncePerToken(async (token) => {
  await api.call(undoEmailChange, { body: { token } })
})
