import { validateSso as validateSsoCall } from '#contract/endpoints/accounts.ts'
import { api } from '#session/api.ts'
import { oncePerToken } from '../once-per-token.ts'

/** Whom another app of the provider has signed in. Throws ApiError `token_not_valid` when it is used or too old. */
export const validateSso = oncePerToken((token) => api.call(validateSsoCall, { body: { token } }))
