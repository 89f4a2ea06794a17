import { randomUUID } from 'node:crypto'
import { createChat } from '#contract/endpoints/chats.ts'
import { subscribeToPush } from '#contract/endpoints/companion.ts'
import type { Reply, TestClient, TestUser } from '../api/test-client.ts'
import type { PushDevice } from '../fakes/push-service.ts'
import { type ChatUser, chatCalls } from './chat-user.ts'

/** A user with a subscription and a chat, whose devices get push messages. */
export interface NotifiedUser extends ChatUser {
  user: TestUser
  /** Subscribes a device, in the user's first session or a new one. */
  notify(device: PushDevice, token?: string): Promise<Reply>
}

export async function createNotifiedUser(client: TestClient, ...devices: PushDevice[]): Promise<NotifiedUser> {
  const user = await client.registerSubscriber()
  const chatId = randomUUID()
  await client.call(createChat, { token: user.access, body: { id: chatId } })
  const notify = (device: PushDevice, token = user.access) => client.reply(subscribeToPush, { token, body: device })
  for (const device of devices) await notify(device)
  return { ...chatCalls(client, user.access, chatId), user, notify }
}
