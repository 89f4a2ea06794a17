import { reassess } from '#contract/endpoints/chats.ts'
import type { Message } from '#contract/objects/chat.ts'
import { database, type OwnedKey } from '#offline/database/database.ts'
import { enqueueChatChange } from '#offline/outbox/enqueue.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { saveMessages } from '#offline/stream/store-answer.ts'
import { api } from '#session/api.ts'

interface Again {
  userId: number
  messageId: string
  rest: 'continue' | undefined
  model: string | undefined
}

/** Requests a new version of an answer, or the rest of an interrupted one, which then streams. */
export async function answerAgain({ userId, messageId, rest, model }: Again): Promise<void> {
  // The rest of an answer is written by the model that began it.
  const more = rest ? { continue: true as const } : model === undefined ? {} : { model }
  const exchange = await api.call(reassess, {
    body: { id: newId(), message: messageId, ...more },
    headers: { prefer: 'respond-async' },
    as: userId,
  })
  const { user_message, assistant_message } = exchange
  await showNewVersion(userId, assistant_message)
  await saveMessages(database(), userId, [user_message, assistant_message])
}

/** The new version is shown, whichever was chosen before. The server does the same without being asked. */
async function showNewVersion(userId: number, { id, chat: chatId, reply_to: question }: Message): Promise<void> {
  const db = database()
  const chosen = (await db.chats.get([userId, chatId]))?.versions ?? []
  const answers = await db.messages.bulkGet(chosen.map((version): OwnedKey => [userId, version]))
  const instead = answers.flatMap((answer) => (answer?.reply_to === question ? answer.id : []))
  if (instead.length > 0) await enqueueChatChange(db, { userId, chatId, patch: { versions: [id] }, instead })
}
