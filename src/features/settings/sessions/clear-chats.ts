import { seeNewestChats } from '#data/see-newest-chats.ts'
import { database } from '#offline/database/database.ts'
import { enqueueClear } from '#offline/deleted/enqueue-deleted.ts'

/** Moves chats to Recently deleted, saved ones only on request: here at once, on the server as soon as it is reached. */
export async function clearChats(userId: number, withSaved: boolean): Promise<void> {
  await seeNewestChats(userId)
  await enqueueClear(database(), userId, withSaved)
}
