import type { ResponseOf } from '#contract/endpoint.ts'
import { previewVerification as previewCall } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'

export type VerificationPreview = ResponseOf<typeof previewCall>

/** Whose address a mailed token confirms; changes nothing. Throws ApiError with a `token` field for a link that is no longer valid. */
export const previewVerification = (token: string, signal: AbortSignal): Promise<VerificationPreview> =>
  api.call(previewCall, { body: { token }, signal })
