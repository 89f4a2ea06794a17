import type { SearchResult } from '#contract/objects/search-result.ts'

export interface Results {
  chats: SearchResult[]
  messages: SearchResult[]
}

/**
 * What this device has found, then what only the server has. Nothing twice, and nothing moves that already stands
 * there: the server comes later, when somebody may be about to press.
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
