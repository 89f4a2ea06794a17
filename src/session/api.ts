import { type Api, createApi } from '#api/client.ts'
import { goToLogin } from './guards/go-to-login.ts'
import { createPageTokens } from './state/page-token-source.ts'

/** The page's API client; it requests texts in the language of the page (`<html lang>`). */
export const api: Api = createApi({
  baseUrl: location.origin,
  tokens: createPageTokens(() => goToLogin()),
  language: () => (document.documentElement.lang.startsWith('es') ? 'es' : 'en'),
})
