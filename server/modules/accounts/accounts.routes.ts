import * as calls from '#contract/endpoints/accounts.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import type { RateLimiter } from '../../limits/rate-limiter.ts'
import type { AccountDeps } from './accounts.deps.ts'
import { emailRoutes } from './email.routes.ts'
import { emailChangeRoutes } from './email-change.routes.ts'
import type { GoogleDeps } from './identity/google-credential.ts'
import { ownDataRoutes } from './own-data.routes.ts'
import { warmUpPasswords } from './password/password-hash.ts'
import { passwordRoutes } from './password.routes.ts'
import { readProfile, updateProfile } from './profile/account-profile.ts'
import { checkEmail } from './registration/check-email.ts'
import { register } from './registration/register.ts'
import type { AccessTokens } from './sessions/access-token.ts'
import { login } from './sessions/login.ts'
import { logout } from './sessions/logout.ts'
import { refresh } from './sessions/refresh.ts'
import { createRefreshTokens } from './sessions/refresh-token.ts'
import { sessionRoutes } from './sessions.routes.ts'

interface Services extends GoogleDeps {
  limiter: RateLimiter
  accessTokens: AccessTokens
}

export function accountRoutes(dependencies: Dependencies, services: Services): Route[] {
  const deps: AccountDeps & GoogleDeps = {
    ...dependencies,
    ...services,
    refreshTokens: createRefreshTokens(dependencies.config.tokenSecret),
  }
  warmUpPasswords()
  return [
    route(calls.checkEmail, {
      owns: 'nobody',
      limit: 'checkEmail',
      handle: async ({ body }) => ({ status: 200, body: await checkEmail(deps, body.email) }),
    }),
    route(calls.register, {
      owns: 'nobody',
      limit: 'register',
      handle: async ({ body, language, headers, address }) => ({
        status: 201,
        body: await register(deps, body, { language, address, userAgent: headers.get('user-agent') }),
      }),
    }),
    route(calls.login, {
      owns: 'nobody',
      limit: 'login',
      handle: async ({ body, headers, address }) => ({
        status: 200,
        body: await login(deps, body, { address, userAgent: headers.get('user-agent') }),
      }),
    }),
    route(calls.logout, {
      owns: 'anybody',
      limit: 'refresh',
      handle: async ({ body }) => {
        await logout(deps, body.refresh)
        return { status: 204 }
      },
    }),
    route(calls.refreshToken, {
      owns: 'anybody',
      limit: 'refresh',
      handle: async ({ body, address }) => ({ status: 200, body: await refresh(deps, body.refresh, address) }),
    }),
    route(calls.getProfile, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller }) => ({ status: 200, body: await readProfile(deps, caller.id) }),
    }),
    route(calls.updateProfile, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, body }) => ({ status: 200, body: await updateProfile(deps, caller.id, body) }),
    }),
    ...passwordRoutes(deps),
    ...emailRoutes(deps),
    ...emailChangeRoutes(deps),
    ...sessionRoutes(deps),
    ...ownDataRoutes({ ...dependencies, ...deps }),
  ]
}
