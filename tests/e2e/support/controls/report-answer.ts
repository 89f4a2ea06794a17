import { randomUUID } from 'node:crypto'
import { createChat, sendMessage } from '#contract/endpoints/chats.ts'
import { giveFeedback } from '#contract/endpoints/feedback.ts'
import type { TestClient } from '#support/api/test-client.ts'

/** Reports an answer and returns the comment, by which the report is found in the list. */
export async function reportAnswer(client: TestClient, token: string): Promise<string> {
  const [chatId, comment] = [randomUUID(), `Reported ${randomUUID()}`]
  await client.call(createChat, { token, body: { id: chatId } })
  const body = { id: randomUUID(), chat: chatId, content: 'Hello' }
  const { assistant_message } = await client.call(sendMessage, { token, body })
  const report = { reason: 'other', comment, include_exchange: true } as const
  await client.call(giveFeedback, { token, params: { id: assistant_message.id }, body: { report } })
  return comment
}
