import { Dexie } from 'dexie'
import { useLiveQuery } from 'dexie-react-hooks'
import type { SearchResult } from '#contract/objects/search-result.ts'
import { database } from '#offline/database/database.ts'

const RECENT = 6
const none: SearchResult[] = []

/** Returns the most recent chats, which are shown before a query is typed. */
export function useRecentChats(userId: number): SearchResult[] {
  const read = async (): Promise<SearchResult[]> => {
    const range = database()
      .chats.where('[account+last_message_at]')
      .between([userId, Dexie.minKey], [userId, Dexie.maxKey])
    const chats = await range.reverse().limit(RECENT).toArray()
    return chats.map(({ id, title, last_message_at }) => {
      return { chat: id, message: null, title, snippet: title, at: last_message_at }
    })
  }
  return useLiveQuery(read, [userId]) ?? none
}
