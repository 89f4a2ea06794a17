import type { Endpoint } from '#contract/endpoint.ts'
import type { Exchange } from '#contract/objects/chat.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { Call } from '../../http/api/route.ts'
import { eventStream } from '../../http/response/sse.ts'
import { appError } from '../../lib/errors.ts'
import type { OpenCalls } from '../../limits/open-calls.ts'
import { chatNotFound } from './chats.errors.ts'
import { readMessage } from './messages.repository.ts'
import { type AnswerStreamOptions, answerEvents } from './stream/answer-events.ts'
import { waitForAnswer } from './stream/follow-answer.ts'

type UserCall = Pick<Call<Endpoint>, 'headers' | 'language' | 'signal' | 'draining' | 'log'>
type Deps = Pick<Dependencies, 'db' | 'bus'> & { openCalls: OpenCalls }
type AnswerResult = { status: 200 | 202; body: Exchange } | Response

/** The three answers to a question, chosen by its headers: a stream, 202 at once, or 200 with the whole answer. */
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
  const ended = await waitForAnswer(deps, { userId, messageId, signal }).finally(open.close)
  // This process is going, or the same user has opened too many calls since: the same question again gets the answer.
  if (ended === undefined) throw appError('overloaded', { retryAfter: 1 })
  if (ended === null) throw chatNotFound()
  return { status: 200, body: { ...exchange, assistant_message: await readMessage(deps.db, ended) } }
}

/** The events of an answer as they come; the stream ends early when its user opens too many. */
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
