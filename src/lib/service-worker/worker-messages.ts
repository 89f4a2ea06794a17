import * as v from 'valibot'

/** What a notification carries: the chat it speaks of. */
const Notified = v.object({ chat: v.pipe(v.string(), v.uuid()) })

const OpenChat = v.object({ type: v.literal('OPEN_CHAT'), chat: v.pipe(v.string(), v.uuid()) })
const AnswerReady = v.object({ type: v.literal('ANSWER_READY'), chat: v.pipe(v.string(), v.uuid()) })
/** Of server/http/static/worker-off.ts: the operator has taken the worker out. */
const WorkerOff = v.object({ type: v.literal('WORKER_OFF') })
/** The answer to `buildRequestMessage`: the build whose page the worker holds (`buildOf`). */
const Build = v.object({ type: v.literal('BUILD'), build: v.string() })
/** What the worker says to a page. */
const WorkerMessage = v.variant('type', [OpenChat, AnswerReady, WorkerOff, Build])
export type WorkerMessage = v.InferOutput<typeof WorkerMessage>

export const openChatMessage = (chatId: string): WorkerMessage => ({ type: 'OPEN_CHAT', chat: chatId })
export const answerReadyMessage = (chatId: string): WorkerMessage => ({ type: 'ANSWER_READY', chat: chatId })

export const buildMessage = (build: string): WorkerMessage => ({ type: 'BUILD', build })
/** What a page says to the worker in charge of it, to hear its build. */
export const buildRequestMessage = { type: 'ASK_BUILD' } as const

/** Null for anything else. */
export function parseWorkerMessage(data: unknown): WorkerMessage | null {
  const parsed = v.safeParse(WorkerMessage, data)
  return parsed.success ? parsed.output : null
}

/** The chat of a notification; null for one that speaks of none. */
export function parseNotified(data: unknown): string | null {
  const parsed = v.safeParse(Notified, data)
  return parsed.success ? parsed.output.chat : null
}
