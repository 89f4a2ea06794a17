import { writeOrigin } from '../../../telemetry/origin.ts'

/** Notifies the workers of all processes: `queued`, `queued:<message id>:<origin>` or `stop:<generation id>`. */
export const GENERATIONS_TOPIC = 'generations'

/** A new answer waits; the notification has the request that asked for it. */
export const queuedNotification = (messageId: string): string => `queued:${messageId}:${writeOrigin()}`

/** The answer of a `queuedNotification`, and its origin for `runFrom`; null for any other notification. */
export function queuedBy(payload: string): { messageId: string; origin: string } | null {
  const [, messageId, origin] = /^queued:([^:]{1,100}):(.*)$/.exec(payload) ?? []
  return messageId === undefined || origin === undefined ? null : { messageId, origin }
}

export const stopNotification = (generationId: number): string => `stop:${generationId}`

/** The generation that a notification stops; null for any other notification. */
export function stoppedBy(payload: string): number | null {
  return payload.startsWith('stop:') ? Number(payload.slice(5)) : null
}

/** Notifies of one answer: it grew (`more`), its web search changed (`search`), or it ended (`end`). */
export const answerTopic = (generationId: number): string => `answer:${generationId}`
