import { randomUUID } from 'node:crypto'
import { createChat } from '#contract/endpoints/chats.ts'
import { subscribeToPush } from '#contract/endpoints/companion.ts'
import type { Reply, TestClient, TestPerson } from '../api/test-client.ts'
import type { PushDevice } from '../fakes/push-service.ts'
import { type ChatPerson, chatCalls } from './chat-user.ts'

/** Somebody with a subscription and a chat, whose devices are notified. */
export interface NotifiedPerson extends ChatPerson {
  person: TestPerson
  /** With the person's first session, or another one of theirs. */
  notify(device: PushDevice, token?: string): Promise<Reply>
}

export async function notifiedPerson(client: TestClient, ...devices: PushDevice[]): Promise<NotifiedPerson> {
  const person = await client.subscriber()
  const chat = randomUUID()
  await client.call(createChat, { token: person.access, body: { id: chat } })
  const notify = (device: PushDevice, token = person.access) => client.reply(subscribeToPush, { token, body: device })
  for (const device of devices) await notify(device)
  return { ...chatCalls(client, person.access, chat), person, notify }
}
