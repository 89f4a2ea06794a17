import * as calls from '#contract/endpoints/chats.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import type { OpenCalls } from '../../limits/open-calls.ts'
import { requireSubscription } from '../subscriptions/use-cases/entitlement.ts'
import { clearHistory, deleteChat, emptyDeleted } from './deletion/delete-chats.ts'
import { restoreChat } from './deletion/restore-chat.ts'
import { messageRoutes } from './messages.routes.ts'
import { createChat } from './use-cases/create-chat.ts'
import { getChat } from './use-cases/get-chat.ts'
import { listChats } from './use-cases/list-chats.ts'
import { updateChat } from './use-cases/update-chat.ts'

export function chatRoutes(dependencies: Dependencies, services: { openCalls: OpenCalls }): Route[] {
  return [
    route(calls.listChats, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller, query }) => ({ status: 200, body: await listChats(dependencies, caller.id, query) }),
    }),
    route(calls.createChat, {
      owns: 'self',
      limit: 'create',
      handle: async ({ caller, body }) => {
        const mayCreate = () => requireSubscription(dependencies, caller)
        const { chat, created } = await createChat(dependencies, caller.id, body, mayCreate)
        return { status: created ? 201 : 200, body: chat }
      },
    }),
    route(calls.getChat, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller, params }) => ({ status: 200, body: await getChat(dependencies, caller.id, params.id) }),
    }),
    route(calls.updateChat, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, params, body }) => ({
        status: 200,
        body: await updateChat(dependencies, caller.id, params.id, body),
      }),
    }),
    route(calls.deleteChat, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, params, query }) => {
        await deleteChat(dependencies, caller.id, params.id, query.permanent ?? false)
        return { status: 204 }
      },
    }),
    route(calls.clearHistory, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, query }) => ({
        status: 200,
        body: { deleted: await clearHistory(dependencies, caller.id, query) },
      }),
    }),
    route(calls.emptyDeleted, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, query }) => ({
        status: 200,
        body: { deleted: await emptyDeleted(dependencies, caller.id, query) },
      }),
    }),
    route(calls.restoreChat, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, params }) => ({
        status: 200,
        body: await restoreChat(dependencies, caller.id, params.id),
      }),
    }),
    ...messageRoutes(dependencies, services),
  ]
}
