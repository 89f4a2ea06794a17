import { setImmediate } from 'node:timers/promises'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { search as call } from '#contract/endpoints/companion.ts'
import { snippetOf } from '#contract/search-hits.ts'
import { queryTerms } from '#contract/search-tokens.ts'
import { readStale } from '../../../db/read-replica.ts'
import { findMessages, findTitles } from '../../../db/search/find-entries.ts'
import type { Dependencies } from '../../../dependencies.ts'

const TITLES = 20
const MESSAGES = 50

/**
 * Chats by title, then messages, each the newest first; nothing for a query without terms. A replica may serve it: the
 * device searches its own copy too, which has what it has just written.
 */
export async function searchChats(
  { db }: Pick<Dependencies, 'db'>,
  userId: number,
  query: string,
): Promise<ResponseOf<typeof call>['results']> {
  const terms = queryTerms(query)
  if (terms.length === 0) return []
  const { titles, messages } = await readStale(db, async (from) => ({
    titles: await findTitles(from, { userId, terms, limit: TITLES }),
    messages: await findMessages(from, { userId, terms, limit: MESSAGES }),
  }))
  const shown: Awaited<ReturnType<typeof searchChats>> = []
  for (const { content, chatId: chat, messageId: message, title, at } of messages) {
    shown.push({ chat, message, title, at, snippet: snippetOf(content, terms) })
    // Yields to the event loop between two texts, which may be long.
    await setImmediate()
  }
  return [
    ...titles.map(({ chatId: chat, title, at }) => ({ chat, message: null, title, snippet: title, at })),
    ...shown,
  ]
}
