import { getMessages } from '#contract/endpoints/chats.ts'
import { database } from '#offline/database.ts'
import { saveMessages } from '#offline/store-answer.ts'
import { api } from '#session/api.ts'

const PAGE = 80

/** Brings the messages before a position from the server into this device; false when there are none. */
export async function loadBefore(account: number, chat: string, before: number): Promise<boolean> {
  const query = { before, limit: PAGE }
  const page = await api.call(getMessages, { params: { id: chat }, query, as: account })
  await saveMessages(database(), account, page.messages)
  return page.messages.length > 0
}
