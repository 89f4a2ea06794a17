import { stopAnswer as endpoint } from '#contract/endpoints/chats.ts'
import { database } from '#offline/database/database.ts'
import { saveMessages } from '#offline/stream/store-answer.ts'
import { api } from '#session/api.ts'

/** Stops the generation of an answer; the text written so far remains. */
export async function stopAnswer(userId: number, chatId: string, messageId: string): Promise<void> {
  const stopped = await api.call(endpoint, { params: { id: chatId }, body: { message: messageId }, as: userId })
  await saveMessages(database(), userId, [stopped])
}
