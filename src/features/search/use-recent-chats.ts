import { useLiveQuery } from 'dexie-react-hooks'
import type { SearchResult } from '#contract/objects/search-result.ts'
import { database } from '#offline/database/database.ts'
import { firstChats } from '#offline/database/queries.ts'

const RECENT = 6
const none: SearchResult[] = []

/** Returns the first chats of the list, which are shown before a query is typed. */
export function useRecentChats(userId: number): SearchResult[] {
  const read = async (): Promise<SearchResult[]> => {
    const chats = await firstChats(database(), userId, RECENT)
    return chats.map(({ id, title, last_message_at }) => {
      return { chat: id, message: null, title, snippet: title, at: last_message_at }
    })
  }
  return useLiveQuery(read, [userId]) ?? none
}
