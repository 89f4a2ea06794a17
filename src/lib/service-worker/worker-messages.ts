import * as v from 'valibot'

/** The data of a notification: the id of its chat. */
const Notified = v.object({ chat: v.pipe(v.string(), v.uuid()) })

const OpenChat = v.object({ type: v.literal('OPEN_CHAT'), chat: v.pipe(v.string(), v.uuid()) })
/** Asks whether the page shows the chat; it answers true or false. */
const IsShown = v.object({ type: v.literal('IS_SHOWN'), chat: v.pipe(v.string(), v.uuid()) })
/** Sent by server/http/static/worker-off.ts: the operator has disabled the worker. */
const WorkerOff = v.object({ type: v.literal('WORKER_OFF') })
/** The answer to `buildRequestMessage`: the build of the page that the worker has cached (`buildOf`). */
const Build = v.object({ type: v.literal('BUILD'), build: v.string() })
/** The messages of the worker to a page. */
const WorkerMessage = v.variant('type', [OpenChat, IsShown, WorkerOff, Build])
export type WorkerMessage = v.InferOutput<typeof WorkerMessage>

export const openChatMessage = (chatId: string): WorkerMessage => ({ type: 'OPEN_CHAT', chat: chatId })
export const isShownMessage = (chatId: string): WorkerMessage => ({ type: 'IS_SHOWN', chat: chatId })

export const buildMessage = (build: string): WorkerMessage => ({ type: 'BUILD', build })
/** The message with which a page requests the build of the active worker. */
export const buildRequestMessage = { type: 'ASK_BUILD' } as const

/** Parses a message of the worker; null for anything else. */
export function parseWorkerMessage(data: unknown): WorkerMessage | null {
  const parsed = v.safeParse(WorkerMessage, data)
  return parsed.success ? parsed.output : null
}

/** The chat id of a notification; null when it has none. */
export function parseNotified(data: unknown): string | null {
  const parsed = v.safeParse(Notified, data)
  return parsed.success ? parsed.output.chat : null
}
