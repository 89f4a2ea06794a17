import { isLeaving } from '#offline/chats/chat-trash.ts'
import { database } from '#offline/database/database.ts'

/** A deleted chat is hidden at once, but its messages remain stored until the server has confirmed the deletion. */
export async function readChat(userId: number, id: string) {
  const row = (await database().chats.get([userId, id])) ?? null
  return { id, row, leaving: row === null && (await isLeaving(database(), userId, id)) }
}
