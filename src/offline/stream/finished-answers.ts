import { createEmitter } from '#lib/emitter.ts'

export interface FinishedAnswer {
  userId: number
  chatId: string
  messageId: string
  /** How long this page has streamed the answer, in milliseconds. */
  tookMs: number
}

const finished = createEmitter<[FinishedAnswer]>()

/** Calls back when an answer that this page streams is complete and stored. Returns an unsubscribe function. */
export const onAnswerFinished = finished.subscribe

export const answerFinished = finished.emit
