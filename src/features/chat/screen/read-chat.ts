import { isLeaving } from '#offline/chats/chat-trash.ts'
import { database } from '#offline/database/database.ts'

/** Its messages stay until the server has taken its deletion; it is shown no more from the first. */
export async function readChat(userId: number, id: string) {
  const row = (await database().chats.get([userId, id])) ?? null
  return { id, row, leaving: row === null && (await isLeaving(database(), userId, id)) }
}
