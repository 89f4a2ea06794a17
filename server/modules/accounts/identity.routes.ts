import * as calls from '#contract/endpoints/accounts.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import type { RateLimiter } from '../../limits/rate-limiter.ts'
import type { GoogleDeps } from './identity/google-credential.ts'
import { signInWithGoogle } from './identity/sign-in-with-google.ts'
import { createSsoToken, validateSso } from './identity/sso.ts'
import type { AccessTokens } from './sessions/access-token.ts'
import { createRefreshTokens } from './sessions/refresh-token.ts'

interface Services extends GoogleDeps {
  limiter: RateLimiter
  accessTokens: AccessTokens
}

/** Sign-in with Google, and SSO with the provider's other apps. */
export function identityRoutes(dependencies: Dependencies, services: Services): Route[] {
  const deps = {
    ...dependencies,
    ...services,
    refreshTokens: createRefreshTokens(dependencies.config.tokenSecret),
  }
  return [
    route(calls.registerWithGoogle, {
      owns: 'nobody',
      limit: 'login',
      handle: async ({ body, language, headers, address }) => {
        const from = { language, userAgent: headers.get('user-agent'), address }
        const { created, authenticated } = await signInWithGoogle(deps, body, from)
        return { status: created ? 201 : 200, body: authenticated }
      },
    }),
    route(calls.createSsoToken, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, body }) => ({
        status: 200,
        body: await createSsoToken(deps, caller, body.audience),
      }),
    }),
    route(calls.validateSso, {
      owns: 'anybody',
      limit: 'login',
      handle: async ({ body, headers, address }) => ({
        status: 200,
        body: await validateSso(deps, body.token, { userAgent: headers.get('user-agent'), address }),
      }),
    }),
  ]
}
