import { validateSso as validateSsoCall } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { oncePerToken } from '../once-per-token.ts'

/** Exchanges another app's token for a session. Throws ApiError `token_not_valid` for a used or old token. */
export const validateSso = oncePerToken((token) => api.call(validateSsoCall, { body: { token } }))
