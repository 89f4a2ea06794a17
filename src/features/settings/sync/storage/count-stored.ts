import { Dexie } from 'dexie'
import { database } from '#offline/database/database.ts'

/** How much of a person's is kept here. Live inside `useLiveQuery`. */
export async function countKept(account: number): Promise<{ chats: number; messages: number }> {
  const db = database()
  const [lower, upper] = [
    [account, Dexie.minKey],
    [account, Dexie.maxKey],
  ]
  const [chats, messages] = await Promise.all([
    db.chats.where('[account+id]').between(lower, upper).count(),
    db.messages.where('[account+id]').between(lower, upper).count(),
  ])
  return { chats, messages }
}
