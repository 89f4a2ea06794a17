import type { SearchResult } from '#contract/objects/search-result.ts'

export interface Results {
  chats: SearchResult[]
  messages: SearchResult[]
}

/**
 * Merges the results of this device with those only the server has, without duplicates. The server's results arrive
 * later and are added below, so that nothing moves under the pointer.
 */
export function mergeResults(here: readonly SearchResult[], there: readonly SearchResult[]): Results {
  const known = new Set<string>()
  const all = [...here, ...there].filter((result) => {
    const key = keyOf(result)
    if (known.has(key)) return false
    known.add(key)
    return true
  })
  return {
    chats: all.filter(({ message }) => message === null),
    messages: all.filter(({ message }) => message !== null),
  }
}

export const keyOf = ({ chat: chatId, message }: Pick<SearchResult, 'chat' | 'message'>): string => message ?? chatId
