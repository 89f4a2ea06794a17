/** Notifies the generation workers of all processes. Payloads: `queued`, `stop:<generation id>`. */
export const GENERATIONS_TOPIC = 'generations'

export const stopNotification = (generationId: number): string => `stop:${generationId}`

/** The generation that a notification stops; null for any other notification. */
export function stoppedBy(payload: string): number | null {
  return payload.startsWith('stop:') ? Number(payload.slice(5)) : null
}

/** Notifies of one answer: it grew (`more`), its web search changed (`search`), or it ended (`end`). */
export const answerTopic = (generationId: number): string => `answer:${generationId}`
