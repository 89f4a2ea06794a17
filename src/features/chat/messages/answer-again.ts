import { reassess } from '#contract/endpoints/chats.ts'
import { database } from '#offline/database.ts'
import { newId } from '#offline/fresh-entry.ts'
import { saveMessages } from '#offline/store-answer.ts'
import { api } from '#session/api.ts'

/** Asks for a new version of an answer; it arrives as one that is being written. */
export async function answerAgain(account: number, message: string): Promise<void> {
  const exchange = await api.call(reassess, {
    body: { id: newId(), message },
    headers: { prefer: 'respond-async' },
    as: account,
  })
  await saveMessages(database(), account, [exchange.user_message, exchange.assistant_message])
}
