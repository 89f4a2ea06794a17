import * as calls from '#contract/endpoints/accounts.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { RateLimiter } from '../../http/rate-limit.ts'
import { type Route, route } from '../../http/route.ts'
import type { AccessTokens } from './access-token.ts'
import type { AccountNeeds } from './accounts.needs.ts'
import { checkEmail } from './check-email.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { warmUpPasswords } from './password.ts'
import { readProfile, updateProfile } from './profile.ts'
import { refresh } from './refresh.ts'
import { createRefreshTokens } from './refresh-token.ts'
import { register } from './register.ts'

interface Services {
  limiter: RateLimiter
  accessTokens: AccessTokens
}

export function accountRoutes(dependencies: Dependencies, services: Services): Route[] {
  const needs: AccountNeeds = {
    ...dependencies,
    ...services,
    refreshTokens: createRefreshTokens(dependencies.config.tokenSecret),
  }
  warmUpPasswords()
  return [
    route(calls.checkEmail, {
      owns: 'nobody',
      limit: 'checkEmail',
      handle: async ({ body }) => ({ status: 200, body: await checkEmail(needs, body.email) }),
    }),
    route(calls.register, {
      owns: 'nobody',
      limit: 'register',
      handle: async ({ body, language, headers }) => ({
        status: 201,
        body: await register(needs, body, { language, userAgent: headers.get('user-agent') }),
      }),
    }),
    route(calls.login, {
      owns: 'nobody',
      limit: 'login',
      handle: async ({ body, headers }) => ({ status: 200, body: await login(needs, body, headers.get('user-agent')) }),
    }),
    route(calls.logout, {
      owns: 'anybody',
      limit: 'refresh',
      handle: async ({ body }) => {
        await logout(needs, body.refresh)
        return { status: 204 }
      },
    }),
    route(calls.refreshToken, {
      owns: 'anybody',
      limit: 'refresh',
      handle: async ({ body }) => ({ status: 200, body: await refresh(needs, body.refresh) }),
    }),
    route(calls.getProfile, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller }) => ({ status: 200, body: await readProfile(needs, caller.id) }),
    }),
    route(calls.updateProfile, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, body }) => ({ status: 200, body: await updateProfile(needs, caller.id, body) }),
    }),
  ]
}
