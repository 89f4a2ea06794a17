import { type Api, createApi } from '#api/client.ts'
import { withConfirmation } from '#api/with-confirmation.ts'
import { goToLogin } from './guards/go-to-login.ts'
import { requestConfirmation } from './request-confirmation.ts'
import { createPageTokens } from './state/page-token-source.ts'

const client = createApi({
  baseUrl: location.origin,
  tokens: createPageTokens(() => goToLogin()),
  language: () => (document.documentElement.lang.startsWith('es') ? 'es' : 'en'),
})

/** The page's API client; it requests texts in the language of the page (`<html lang>`). */
export const api: Api = withConfirmation(client, requestConfirmation)
