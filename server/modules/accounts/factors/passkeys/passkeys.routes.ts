import * as calls from '#contract/endpoints/passkeys.ts'
import { type Route, route } from '../../../../http/api/route.ts'
import type { AccountDeps } from '../../accounts.deps.ts'
import { removePasskey } from '../use-cases/change-second-factor.ts'
import { addPasskey, beginPasskey } from './use-cases/add-passkey.ts'
import { renamePasskey } from './use-cases/rename-passkey.ts'
import { requestConfirmingPasskey, requestSignInPasskey } from './use-cases/request-passkey.ts'
import { signInWithPasskey } from './use-cases/sign-in-with-passkey.ts'

/** Passkeys: signing in by one, asking for one, and those of an account. */
export function passkeyRoutes(deps: AccountDeps): Route[] {
  return [
    route(calls.requestSignInPasskey, {
      owns: 'anybody',
      // Each load of the login page asks, and nothing is stored.
      limit: 'public',
      handle: async ({ body }) => ({ status: 200, body: await requestSignInPasskey(deps, body.challenge) }),
    }),
    route(calls.signInWithPasskey, {
      owns: 'anybody',
      limit: 'login',
      handle: async ({ body, headers, address }) => ({
        status: 200,
        body: await signInWithPasskey(deps, body.passkey, { userAgent: headers.get('user-agent'), address }),
      }),
    }),
    route(calls.requestPasskey, {
      owns: 'self',
      limit: 'password',
      handle: async ({ caller }) => ({ status: 200, body: await requestConfirmingPasskey(deps, caller.id) }),
    }),
    route(calls.beginPasskey, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller }) => ({ status: 200, body: await beginPasskey(deps, caller.id) }),
    }),
    route(calls.addPasskey, {
      owns: 'self',
      limit: 'password',
      handle: async ({ caller, body, headers }) => ({
        status: 201,
        body: await addPasskey(deps, caller, body.passkey, headers.get('user-agent')),
      }),
    }),
    route(calls.renamePasskey, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, params, body }) => ({
        status: 200,
        body: await renamePasskey(deps, caller.id, { id: params.id, name: body.name }),
      }),
    }),
    route(calls.removePasskey, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, params }) => {
        await removePasskey(deps, caller, params.id)
        return { status: 204 }
      },
    }),
  ]
}
