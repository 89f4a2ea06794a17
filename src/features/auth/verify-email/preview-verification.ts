import type { ResponseOf } from '#contract/endpoint.ts'
import { previewVerification as previewCall } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'

export type VerificationPreview = ResponseOf<typeof previewCall>

/** Returns the account of an emailed token. Throws ApiError with a `token` field for an invalid link. */
export const previewVerification = (token: string, signal: AbortSignal): Promise<VerificationPreview> =>
  api.call(previewCall, { body: { token }, signal })
