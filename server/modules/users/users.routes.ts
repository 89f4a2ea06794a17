import * as calls from '#contract/endpoints/admin.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import { createUser } from './use-cases/create-user.ts'
import { deleteUser } from './use-cases/delete-user.ts'
import { forceNewPassword } from './use-cases/force-new-password.ts'
import { getUser } from './use-cases/get-user.ts'
import { getUserUsage } from './use-cases/get-user-usage.ts'
import { grantSubscription } from './use-cases/grant-subscription.ts'
import { listUserSummaries } from './use-cases/list-user-summaries.ts'
import { listUsers } from './use-cases/list-users.ts'
import { liftSuspension, suspendUser } from './use-cases/suspend-user.ts'
import { updateUser } from './use-cases/update-user.ts'
import { endUserSession, listUserSessions } from './use-cases/user-sessions.ts'

/** User management for admins; providers have read access. */
export function userRoutes(dependencies: Dependencies): Route[] {
  return [
    route(calls.listUsers, {
      owns: 'anybody',
      limit: 'read',
      audit: 'nothing',
      handle: async ({ query }) => ({ status: 200, body: await listUsers(dependencies, query) }),
    }),
    route(calls.listUserSummaries, {
      owns: 'anybody',
      limit: 'read',
      audit: 'users.listed',
      handle: async ({ query, record }) => ({
        status: 200,
        body: await listUserSummaries(dependencies, query, record),
      }),
    }),
    route(calls.createUser, {
      owns: 'anybody',
      limit: 'write',
      audit: 'user.created',
      handle: async ({ body, language, record }) => ({
        status: 201,
        body: await createUser(dependencies, body, { language, record }),
      }),
    }),
    route(calls.getUser, {
      owns: 'anybody',
      limit: 'read',
      audit: 'user.viewed',
      handle: async ({ params, record }) => ({ status: 200, body: await getUser(dependencies, params.id, record) }),
    }),
    route(calls.updateUser, {
      owns: 'anybody',
      limit: 'write',
      audit: 'user.changed',
      handle: async ({ params, body, record }) => ({
        status: 200,
        body: await updateUser(dependencies, params.id, body, record),
      }),
    }),
    route(calls.deleteUser, {
      owns: 'anybody',
      limit: 'write',
      audit: 'user.deleted',
      handle: async ({ params, record }) => {
        await deleteUser(dependencies, params.id, record)
        return { status: 204 }
      },
    }),
    route(calls.listUserSessions, {
      owns: 'anybody',
      limit: 'read',
      audit: 'user.viewed',
      handle: async ({ params, caller, record }) => ({
        status: 200,
        body: { results: await listUserSessions(dependencies, params.id, { caller, record }) },
      }),
    }),
    route(calls.endUserSession, {
      owns: 'anybody',
      limit: 'write',
      audit: 'user.signed_out',
      handle: async ({ params, record }) => {
        await endUserSession(dependencies, params, record)
        return { status: 204 }
      },
    }),
    route(calls.suspendUser, {
      owns: 'anybody',
      limit: 'write',
      audit: 'user.suspended',
      handle: async ({ params, body, caller, record }) => ({
        status: 200,
        body: await suspendUser(dependencies, params.id, body.reason, { caller, record }),
      }),
    }),
    route(calls.liftSuspension, {
      owns: 'anybody',
      limit: 'write',
      audit: 'user.suspension_lifted',
      handle: async ({ params, record }) => ({
        status: 200,
        body: await liftSuspension(dependencies, params.id, record),
      }),
    }),
    route(calls.forceNewPassword, {
      owns: 'anybody',
      limit: 'write',
      audit: 'user.password_reset',
      handle: async ({ params, record }) => {
        await forceNewPassword(dependencies, params.id, record)
        return { status: 204 }
      },
    }),
    route(calls.getUserUsage, {
      owns: 'anybody',
      limit: 'read',
      audit: 'user.viewed',
      handle: async ({ params, record }) => ({
        status: 200,
        body: await getUserUsage(dependencies, params.id, record),
      }),
    }),
    route(calls.grantSubscription, {
      owns: 'anybody',
      limit: 'write',
      audit: 'subscription.granted',
      handle: async ({ body, record }) => ({ status: 201, body: await grantSubscription(dependencies, body, record) }),
    }),
  ]
}
