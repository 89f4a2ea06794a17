import { randomUUID } from 'node:crypto'
import { API_BASE } from '#contract/endpoint.ts'
import { createChat } from '#contract/endpoints/chats.ts'
import { search } from '#contract/endpoints/companion.ts'
import { openDatabase } from '#server/db/database.ts'
import { putSearchEntry } from '#server/db/search/put-entry.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { insertTestMessages } from '#support/database/insert-rows.ts'
import type { LiveServer } from '#support/servers/live-server.ts'
import { searchOffline } from './measurements/search-offline.ts'
import { onEachEngine } from './support/engines.ts'
import { makeQueries, makeTexts } from './support/search-texts.ts'
import { median, ms, quantile, type Row } from './support/table.ts'

export const title = 'Search over 10,000 messages'

export const COUNT = 10_000
const CHATS = 100

export async function measure(): Promise<Row[]> {
  const rows: Row[] = []
  const texts = makeTexts(COUNT)
  await onEachEngine({}, async (server, engine, databaseUrl) => {
    const { token, perMessage } = await seed(server, databaseUrl, texts)
    const times = await ask(server, token, makeQueries(texts, 200))
    rows.push(
      [`${engine}: GET /companion/search/, median`, ms(median(times))],
      ['  95th percentile', ms(quantile(times, 0.95)), '100 ms'],
      ['  keeping the index, a message', ms(perMessage)],
    )
  })
  return [...rows, ...(await searchOffline(texts))]
}

/** Inserts a user with that many messages in a hundred chats, and another user with as many. */
async function seed(server: LiveServer, databaseUrl: string | null, texts: readonly string[]) {
  const client = createTestClient(server.url)
  const open = await openDatabase({ databaseUrl, dataDir: server.folder })
  let token = ''
  let indexing = 0
  for (const _ of ['other', 'person']) {
    const user = await client.registerSubscriber()
    token = user.access
    for (let n = 0; n < CHATS; n += 1) {
      const chatId = randomUUID()
      await client.call(createChat, { token, body: { id: chatId, title: texts[n]?.slice(0, 60) ?? '' } })
      const each = COUNT / CHATS
      await insertTestMessages(open.db, user.id, chatId, texts.slice(n * each, (n + 1) * each))
      const begun = performance.now()
      await open.db.transaction().execute(async (trx) => {
        const rows = await trx.selectFrom('messages').select(['id', 'content']).where('chat_id', '=', chatId).execute()
        for (const { id, content } of rows) {
          await putSearchEntry(trx, { userId: user.id, chatId, messageId: id }, content)
        }
      })
      indexing += performance.now() - begun
    }
  }
  await open.close()
  return { token, perMessage: indexing / COUNT / 2 }
}

async function ask(server: LiveServer, token: string, queries: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const [round, query] of [...queries.slice(0, 20), ...queries].entries()) {
    const begun = performance.now()
    const url = `${server.url}${API_BASE}${search.path}?q=${encodeURIComponent(query)}`
    const reply = await fetch(url, { headers: { authorization: `Bearer ${token}` } })
    if (!reply.ok) throw new Error(`the search answered ${reply.status}`)
    await reply.text()
    // The first queries warm up the caches.
    if (round >= 20) times.push(performance.now() - begun)
  }
  return times
}
