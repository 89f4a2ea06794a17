import { reassess } from '#contract/endpoints/chats.ts'
import { database } from '#offline/database/database.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { saveMessages } from '#offline/stream/store-answer.ts'
import { api } from '#session/api.ts'

/** Requests a new version of an answer, or the rest of an interrupted one, which then streams. */
export async function answerAgain(userId: number, message: string, rest?: 'continue'): Promise<void> {
  const exchange = await api.call(reassess, {
    body: { id: newId(), message, ...(rest ? { continue: true } : {}) },
    headers: { prefer: 'respond-async' },
    as: userId,
  })
  await saveMessages(database(), userId, [exchange.user_message, exchange.assistant_message])
}
