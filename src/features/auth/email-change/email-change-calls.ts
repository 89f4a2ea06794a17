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

/** Changes the address. */
export const confirmChange = oncePerToken(async (token) => {
  await api.call(confirmEmailChange, { body: { token } })
  await showResult()
})

/** Restores the old address. */
export const undoChange = oncePerToken(async (token) => {
  await api.call(undoEmailChange, { body: { token } })
  await showResult()
})

/** If the account is signed in here: shows its new address, or ends the session here, too. */
async function showResult(): Promise<void> {
  await refreshUser().catch((error: unknown) => {
    // It is done anyway; the next refresh shows it.
    if (!isExpectedError(error)) reportError(error)
  })
}
