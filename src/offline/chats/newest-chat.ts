import { Dexie } from 'dexie'
import { database } from '../database/database.ts'
import { unlessBlocked } from '../database/upgrade-blocked.ts'

/**
 * The id of the locally stored chat with the newest last message; null when there is none, undefined while an upgrade
 * of the database is blocked.
 */
export async function newestChat(userId: number): Promise<string | null | undefined> {
  const range: [unknown[], unknown[]] = [
    [userId, Dexie.minKey],
    [userId, Dexie.maxKey],
  ]
  const reading = database()
    .chats.where('[account+last_message_at]')
    .between(...range)
    .last()
  return unlessBlocked(reading.then((row) => row?.id ?? null))
}
