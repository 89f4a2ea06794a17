import * as calls from '#contract/endpoints/factors.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { type Route, route } from '../../../http/api/route.ts'
import type { RateLimiter } from '../../../limits/rate-limiter.ts'
import type { GoogleDeps } from '../identity/google-credential.ts'
import type { AccessTokens } from '../sessions/access-token.ts'
import { createRefreshTokens } from '../sessions/refresh-token.ts'
import { passkeyRoutes } from './passkeys/passkeys.routes.ts'
import {
  readSecondFactor,
  removeTotp,
  removeUserFactors,
  renewRecoveryCodes,
} from './use-cases/change-second-factor.ts'
import { confirmSession } from './use-cases/confirm-session.ts'
import { enterSecondFactor } from './use-cases/enter-second-factor.ts'
import { beginTotp, confirmTotp } from './use-cases/set-up-totp.ts'

interface Services extends GoogleDeps {
  limiter: RateLimiter
  accessTokens: AccessTokens
}

/** The second step of signing in, proofs of who uses a session, and the second factor of an account. */
export function factorRoutes(dependencies: Dependencies, services: Services): Route[] {
  const deps = { ...dependencies, ...services, refreshTokens: createRefreshTokens(dependencies.config.tokenSecret) }
  return [
    route(calls.enterSecondFactor, {
      owns: 'anybody',
      limit: 'login',
      handle: async ({ body, headers, address }) => ({
        status: 200,
        body: await enterSecondFactor(deps, body, { userAgent: headers.get('user-agent'), address }),
      }),
    }),
    route(calls.confirmSession, {
      owns: 'self',
      limit: 'password',
      handle: async ({ caller, body, address }) => {
        await confirmSession(deps, caller, body, address)
        return { status: 204 }
      },
    }),
    route(calls.getSecondFactor, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller }) => ({ status: 200, body: await readSecondFactor(deps, caller) }),
    }),
    route(calls.beginTotp, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller }) => ({ status: 201, body: await beginTotp(deps, caller.id) }),
    }),
    route(calls.confirmTotp, {
      owns: 'self',
      limit: 'password',
      handle: async ({ caller, body }) => ({
        status: 200,
        body: await confirmTotp(deps, caller, body.one_time_code),
      }),
    }),
    route(calls.removeTotp, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller }) => {
        await removeTotp(deps, caller)
        return { status: 204 }
      },
    }),
    route(calls.renewRecoveryCodes, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller }) => ({ status: 200, body: await renewRecoveryCodes(deps, caller.id) }),
    }),
    route(calls.removeUserFactor, {
      owns: 'anybody',
      limit: 'write',
      audit: 'user.factor_removed',
      handle: async ({ caller, params, record }) => {
        await removeUserFactors(deps, caller, params.id, record)
        return { status: 204 }
      },
    }),
    ...passkeyRoutes(deps),
  ]
}
