import { errorMessages } from '#contract/error-messages.ts'
import { errorWordings } from '#contract/error-wordings.ts'
import { type GenerationFailure, generationFailures } from '#contract/errors.ts'
import type { Exchange } from '#contract/objects/chat.ts'
import type { Language } from '#contract/primitives.ts'
import { eventId, type StreamEvent } from '#contract/stream.ts'
import { retryWhileBusy } from '../../../db/retry-while-busy.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { type MessageRow, toMessage, toUsage } from '../chats.mappers.ts'
import { readMessage } from '../messages.repository.ts'
import { followAnswer } from './follow-answer.ts'

export interface AnswerStreamOptions {
  userId: number
  messageId: string
  /** The number of the last chunk that the client has received. */
  after: number
  language: Language
  signal: AbortSignal
  /** The first event, for the client that sent the question. */
  accepted?: Exchange
}

/**
 * The events of an answer. The last one is `failed` when the answer failed or its chat was deleted, otherwise `done`,
 * also for an answer that was stopped or broken off (`assistant_message.status` is then `interrupted`).
 */
export async function* answerEvents(
  deps: Pick<Dependencies, 'db' | 'bus'>,
  { accepted, language, ...where }: AnswerStreamOptions,
): AsyncGenerator<StreamEvent, void> {
  if (accepted) yield { event: 'accepted', data: accepted }
  for await (const update of followAnswer(deps, where)) {
    if (update.kind === 'end')
      yield await retryWhileBusy(() => lastEvent(deps.db, update.message, language), where.signal)
    else if (update.kind === 'search') yield { event: 'sources', data: update.search }
    else if (update.kind === 'queued') yield { event: 'queued', data: { before: update.before } }
    else {
      const { n, kind, text } = update.chunk
      yield { event: kind, id: eventId(where.messageId, n), data: { text } }
    }
  }
}

async function lastEvent(db: Dependencies['db'], message: MessageRow | null, language: Language): Promise<StreamEvent> {
  if (message === null) {
    return { event: 'failed', data: { code: 'not_found', message: errorWordings.chat_not_found[language] } }
  }
  if (message.status !== 'failed') {
    const assistant_message = await readMessage(db, message)
    return { event: 'done', data: { assistant_message, usage: toUsage(message) } }
  }
  const code =
    generationFailures.find((known) => known === message.failure) ?? ('assistant_broken' as GenerationFailure)
  return {
    event: 'failed',
    data: { code, message: errorMessages[code][language], assistant_message: toMessage(message) },
  }
}
