import type { Endpoint } from '#contract/endpoint.ts'
import type { Exchange } from '#contract/objects/chat.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Call } from '../../http/api/route.ts'
import { eventStream } from '../../http/response/sse.ts'
import { appError } from '../../lib/errors.ts'
import type { OpenCalls } from '../../limits/open-calls.ts'
import { type AnswerStreamOptions, answerEvents } from './stream/answer-events.ts'
import { waitForExchange } from './use-cases/wait-for-exchange.ts'

type UserCall = Pick<Call<Endpoint>, 'headers' | 'language' | 'signal' | 'draining' | 'log'>
type Deps = Pick<Dependencies, 'db' | 'bus'> & { openCalls: OpenCalls }
type AnswerResult = { status: 200 | 202; body: Exchange } | Response

/** Responds to a question in one of three ways, by its headers: a stream, 202 at once, or 200 with the whole answer. */
export async function respondWithAnswer(
  deps: Deps,
  userId: number,
  exchange: Exchange,
  call: UserCall,
): Promise<AnswerResult> {
  const messageId = exchange.assistant_message.id
  if (wants(call.headers, 'accept', 'text/event-stream')) {
    return streamAnswer(deps, { userId, messageId, after: 0, language: call.language, accepted: exchange }, call)
  }
  if (wants(call.headers, 'prefer', 'respond-async')) return { status: 202, body: exchange }
  const open = deps.openCalls.open(userId)
  const signal = AbortSignal.any([call.signal, call.draining, open.signal])
  const answered = await waitForExchange(deps, { userId, exchange, signal }).finally(open.close)
  // This process stops, or the user has opened too many calls: repeating the request gets the answer.
  if (answered === undefined) throw appError('overloaded', { retryAfter: 1 })
  return { status: 200, body: answered }
}

/** Streams the events of an answer; the stream ends early when its user opens too many. */
export function streamAnswer(deps: Deps, where: Omit<AnswerStreamOptions, 'signal'>, call: UserCall): Response {
  const open = deps.openCalls.open(where.userId)
  return eventStream((signal) => answerEvents(deps, { ...where, signal }), {
    ...call,
    signal: AbortSignal.any([call.signal, open.signal]),
    onEnd: open.close,
  })
}

function wants(headers: Headers, name: string, value: string): boolean {
  const given = headers.get(name)?.toLowerCase().split(',') ?? []
  return given.some((part) => part.split(';')[0]?.trim() === value)
}
