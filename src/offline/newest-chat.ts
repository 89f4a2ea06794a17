import { Dexie } from 'dexie'
import { database } from './database.ts'

/** The id of the chat with the newest last message in this browser's copy; null when there is none. */
export async function newestChat(account: number): Promise<string | null> {
  const range: [unknown[], unknown[]] = [
    [account, Dexie.minKey],
    [account, Dexie.maxKey],
  ]
  const row = await database()
    .chats.where('[account+last_message_at]')
    .between(...range)
    .last()
  return row?.id ?? null
}
