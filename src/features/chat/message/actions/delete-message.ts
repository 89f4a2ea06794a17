import { database } from '#offline/database/database.ts'
import { enqueueMessageDelete } from '#offline/outbox/enqueue-message-changes.ts'
import { stop } from '../../speech/speaker.ts'

/** Deletes a message, a question with its answers: here at once, on the server when it can be reached. */
export async function deleteMessage(account: number, chat: string, message: string): Promise<void> {
  stop()
  await enqueueMessageDelete(database(), { account, chat, message })
}
