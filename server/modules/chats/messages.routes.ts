import * as calls from '#contract/endpoints/chats.ts'
import { giveFeedback as giveFeedbackCall } from '#contract/endpoints/feedback.ts'
import { eventNumber } from '#contract/stream.ts'
import type { Dependencies } from '../../dependencies.ts'
import { type Route, route } from '../../http/api/route.ts'
import type { OpenCalls } from '../../limits/open-calls.ts'
import { requireQuota } from '../usage/use-cases/check-quota.ts'
import { respondWithAnswer, streamAnswer } from './answer.http.ts'
import { messageDeleted } from './chats.errors.ts'
import { deleteMessage } from './use-cases/delete-message.ts'
import { findAnswer } from './use-cases/find-answer.ts'
import { getMessages } from './use-cases/get-messages.ts'
import { getSummary } from './use-cases/get-summary.ts'
import { giveFeedback } from './use-cases/give-feedback.ts'
import { reassess } from './use-cases/reassess.ts'
import { sendMessage } from './use-cases/send-message.ts'
import { stopAnswer } from './use-cases/stop-answer.ts'

export function messageRoutes(dependencies: Dependencies, { openCalls }: { openCalls: OpenCalls }): Route[] {
  const deps = { ...dependencies, openCalls }
  return [
    route(calls.getMessages, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller, params, query }) => ({
        status: 200,
        body: await getMessages(dependencies, caller.id, params.id, query),
      }),
    }),
    route(calls.sendMessage, {
      owns: 'self',
      limit: 'send',
      handle: async (call) => {
        const allowed = () => requireQuota(dependencies, call.caller)
        const exchange = await sendMessage(dependencies, call.caller.id, call.body, allowed)
        return respondWithAnswer(deps, call.caller.id, exchange, call)
      },
    }),
    route(calls.reassess, {
      owns: 'self',
      limit: 'send',
      handle: async (call) => {
        const allowed = () => requireQuota(dependencies, call.caller)
        const { message: messageId, ...rest } = call.body
        const exchange = await reassess(dependencies, call.caller.id, { ...rest, messageId }, allowed)
        return respondWithAnswer(deps, call.caller.id, exchange, call)
      },
    }),
    route(calls.streamAnswer, {
      owns: 'self',
      limit: 'read',
      handle: async (call) => {
        const { id: messageId } = await findAnswer(dependencies, call.caller.id, call.query.message, call.params.id)
        const after = eventNumber(call.headers.get('last-event-id') ?? '', messageId)
        const where = { userId: call.caller.id, messageId, after, language: call.language }
        return streamAnswer(deps, where, call)
      },
    }),
    route(calls.stopAnswer, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, params, body }) => ({
        status: 200,
        body: await stopAnswer(dependencies, caller.id, params.id, body.message),
      }),
    }),
    route(calls.deleteMessage, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, params }) => ({
        status: 200,
        body: await deleteMessage(dependencies, caller.id, { chatId: params.id, messageId: params.message }),
      }),
    }),
    route(giveFeedbackCall, {
      owns: 'self',
      limit: 'write',
      handle: async ({ caller, params, body }) => ({
        status: 200,
        body: await giveFeedback(dependencies, caller.id, params.id, body),
      }),
    }),
    route(calls.getSummary, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller, params }) => ({
        status: 200,
        body: await getSummary(dependencies, caller.id, { chatId: params.id, messageId: params.message }),
      }),
    }),
    route(calls.getReasoning, {
      owns: 'self',
      limit: 'read',
      handle: async ({ caller, params }) => {
        const answer = await findAnswer(dependencies, caller.id, params.id)
        if (answer.status === 'deleted') throw messageDeleted()
        return { status: 200, body: { message: answer.id, reasoning: answer.reasoning } }
      },
    }),
  ]
}
