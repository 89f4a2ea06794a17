import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, inject, it } from 'vitest'
import {
  clearHistory,
  createChat,
  deleteChat,
  emptyDeleted,
  reassess,
  sendMessage,
  updateChat,
} from '#contract/endpoints/chats.ts'
import { search } from '#contract/endpoints/companion.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { indexUserEntries } from '#server/db/search/index-everything.ts'
import { putSearchEntry } from '#server/db/search/put-entry.ts'
import { practice } from '#server/providers/assistant/practice.ts'
import { insertTestChat, insertTestMessages, insertTestUser } from '#support/database/insert-rows.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { hostileStrings } from '#support/fixtures/hostile-strings.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

describeServerOnEachEngine(
  'the search',
  (server, engine) => {
    const somebody = async () => {
      const { access: token, user } = await server().registerSubscriber()
      const find = async (q: string) => (await server().call(search, { token, query: { q } })).results
      return {
        token,
        id: user.id,
        find,
        /** The ids of the messages that are found. */
        found: async (q: string) => (await find(q)).flatMap(({ message }) => message ?? []),
        titles: async (q: string) =>
          (await find(q)).filter(({ message }) => message === null).map(({ snippet }) => snippet),
        chat: async (title = 'Quiet') =>
          (await server().call(createChat, { token, body: { id: randomUUID(), title } })).id,
        ask: async (chat: string, content: string) =>
          server().call(sendMessage, { token, body: { id: randomUUID(), chat, content } }),
      }
    }
    type Somebody = Awaited<ReturnType<typeof somebody>>
    /** Inserts messages to search for, without generating answers. */
    const write = async (user: Somebody, chat: string, ...contents: string[]) => {
      const { db } = server().dependencies
      await insertTestMessages(db, user.id, chat, contents)
      await rebuild(user.id)
    }
    /** Rebuilds a user's index as the migration does. */
    const rebuild = (id: number) =>
      server()
        .dependencies.db.transaction()
        .execute(async (trx) => {
          await trx.deleteFrom('search_entries').where('user_id', '=', id).execute()
          await indexUserEntries(trx, id)
        })

    it('finds words by prefix in titles, questions and answers, ignoring accents', async () => {
      const ada = await somebody()
      const chat = await ada.chat('Canción de otoño')
      const asked = await ada.ask(chat, 'Which **árboles** lose their leaves, and which keep the needles?')
      const question = asked.user_message.id
      for (const q of ['arbol', 'ÁRBOLES', 'árb', 'leaves needles', 'needl arbol', 'arbo\u0301l', 'a´ (arb*']) {
        expect(await ada.found(q), q).toContain(question)
      }
      expect(await ada.found('arboleda')).toEqual([])
      expect(await ada.found('rboles')).toEqual([])
      expect(await ada.found('needles winter')).toEqual([])
      for (const q of ['cancion', 'canción', 'otono', 'otoño', 'canc oto']) {
        expect(await ada.titles(q), q).toEqual(['Canción de otoño'])
      }
      const snippet = 'Which árboles lose their leaves, and which keep the needles?'
      const at = asked.user_message.created_at
      const found = { chat, message: question, title: 'Canción de otoño', snippet, at }
      expect(await ada.find('arboles')).toContainEqual(found)
      const answer = asked.assistant_message
      const word = /[a-z]{5,}/.exec(answer.content)?.[0] ?? 'none'
      expect(await ada.found(word)).toContain(answer.id)
    })

    it('distinguishes a typed ñ from n, and finds ñ by n too', async () => {
      const ada = await somebody()
      const chat = await ada.chat()
      await write(ada, chat, 'el año que viene', 'ano', 'MAN\u0303ANA')
      const texts = async (q: string) => (await ada.find(q)).map(({ snippet }) => snippet).sort()
      expect(await texts('ano')).toEqual(['ano', 'el año que viene'])
      expect(await texts('año')).toEqual(['el año que viene'])
      expect(await texts('mañ')).toEqual(['MAN\u0303ANA'])
    })

    it('returns the newest first, with the text around the match', async () => {
      const ada = await somebody()
      const chat = await ada.chat()
      const far = `${'Lorem ipsum dolor sit amet. '.repeat(300)}Here the quince stands, ${'and then more '.repeat(99)}`
      await write(ada, chat, far, 'quinces are yellow', ...Array.from({ length: 60 }, (_, n) => `plum ${n}`))
      expect((await ada.find('quince')).map(({ snippet }) => snippet)[0]).toBe('quinces are yellow')
      const { snippet } = (await ada.find('quince'))[1] ?? { snippet: '' }
      expect(snippet).toMatch(/^….*Here the quince stands, .*…$/)
      expect(snippet.length).toBeLessThan(200)
      const plums = await ada.find('plum')
      expect([plums.length, plums[0]?.snippet]).toEqual([50, 'plum 59'])
    })

    it('returns imported messages after newer ones, which were stored before them', async () => {
      const ada = await somebody()
      const chat = await ada.chat()
      const { db } = server().dependencies
      const store = async (year: number, ...contents: string[]) => {
        const ids = await insertTestMessages(db, ada.id, chat, contents, 1 + stored)
        stored += contents.length
        const at = `${year}-01-01T00:00:00.000Z`
        for (const [n, messageId] of ids.entries()) {
          await sql`update messages set created_at = ${at} where user_id = ${ada.id} and id = ${messageId}`.execute(db)
          await putSearchEntry(db, { userId: ada.id, chatId: chat, messageId }, contents[n] ?? '')
        }
      }
      let stored = 0
      await store(2026, 'a fig', 'a ripe fig')
      await store(2019, ...Array.from({ length: 60 }, (_, n) => `fig ${n}`))
      await store(2022, 'figs in autumn')
      const found = (await ada.find('fig')).map(({ snippet }) => snippet)
      expect([found.length, found.slice(0, 4)]).toEqual([50, ['a ripe fig', 'a fig', 'figs in autumn', 'fig 59']])
    })

    it('never finds other users’ texts, whatever the query', async () => {
      const [ada, bob] = [await somebody(), await somebody()]
      await ada.ask(await ada.chat('Zanahoria'), 'zanahoria')
      const tricks = [
        'zanahoria',
        `${ada.id}mzanahoria`,
        `${ada.id}`,
        'm',
        `m ${ada.id}m`,
        '" OR zanahoria',
        "' | 'z':*",
      ]
      for (const q of tricks) expect(await bob.find(q), q).toEqual([])
      expect((await ada.find('zanahoria')).length).toBeGreaterThan(1)
      // A user id that is a prefix of another one: tokens of user 12 are not those of user 1 that begin with 2.
      const { db } = server().dependencies
      const eleven = await insertTestUser(db)
      const other = randomUUID()
      await insertTestChat(db, eleven, other)
      await insertTestMessages(db, eleven, other, ['secret'])
      await rebuild(eleven)
      expect(await ada.find(`${String(eleven).slice(String(ada.id).length)}msecret`)).toEqual([])
    })

    it('accepts any input as a query', async () => {
      const ada = await somebody()
      await ada.ask(await ada.chat('Plain'), 'plain words')
      const queries = [
        ...[
          '"',
          "'",
          '*',
          '-plain',
          'plain*',
          'NOT plain',
          'plain AND',
          '(plain',
          'words:plain',
          'rowid:1',
          '{a b}: c',
        ],
        ...[
          '^plain',
          'NEAR(plain words)',
          'plain & !words',
          'plain <-> words',
          "plain':*",
          '\\',
          '%',
          '\u0000',
          '\uD800',
        ],
        ...['"plain', '{', ';drop table messages', 'ﷺ', '🦊', 'a'.repeat(200), 'ab '.repeat(66)],
        ...hostileStrings.map((text) => text.slice(0, 200)).filter((text) => text.trim() !== ''),
      ]
      const ask = (q: string) => server().reply(search, { token: ada.token, query: { q } })
      for (let from = 0; from < queries.length; from += 20) {
        const some = queries.slice(from, from + 20)
        const replies = await Promise.all(some.map(ask))
        for (const [at, { status }] of replies.entries()) expect([200, 400], JSON.stringify(some[at])).toContain(status)
      }
      expect(await ada.find('*')).toEqual([])
      const long = await server().reply(search, { token: ada.token, query: { q: 'a'.repeat(201) } })
      expect(long.status).toBe(400)
    })

    it('follows every change: titles, new versions and deletions', async () => {
      const ada = await somebody()
      const { token } = ada
      const untitled = (await server().call(createChat, { token, body: { id: randomUUID() } })).id
      const { assistant_message } = await ada.ask(untitled, 'Where do herons sleep?')
      expect(await ada.titles('heron')).toEqual(['Where do herons sleep?'])
      await server().call(updateChat, { token, params: { id: untitled }, body: { title: 'Birds' } })
      expect([await ada.titles('heron'), await ada.titles('bird')]).toEqual([[], ['Birds']])
      await server().call(updateChat, { token, params: { id: untitled }, body: { title: '' } })
      expect(await ada.titles('bird')).toEqual([])

      const again = randomUUID()
      await server().call(reassess, { token, body: { id: again, message: assistant_message.id } })
      const gone = await ada.chat('Herons of the south')
      await ada.ask(gone, 'And the white herons?')
      expect((await ada.found('white heron')).length).toBeGreaterThan(0)
      await server().call(deleteChat, { token, params: { id: gone } })
      expect([await ada.found('white heron'), await ada.titles('south')]).toEqual([[], []])
      const before = [await ada.find('heron'), await ada.find('a'), await ada.find('practice')]
      expect(before.flat().length).toBeGreaterThan(2)

      // The incrementally updated index equals one that is rebuilt from all stored texts.
      await rebuild(ada.id)
      expect([await ada.find('heron'), await ada.find('a'), await ada.find('practice')]).toEqual(before)

      await server().call(clearHistory, { token, query: { include_saved: 'true' } })
      expect(await ada.find('heron')).toEqual([])
      await server().call(emptyDeleted, { token })
      const { db } = server().dependencies
      const left = await db.selectFrom('search_entries').select('id').where('user_id', '=', ada.id).execute()
      expect(left).toEqual([])
      if (engine === 'sqlite') {
        const { rows } =
          await sql`select rowid from search_words where search_words match ${`"${ada.id}mheron"*`}`.execute(db)
        expect(rows).toEqual([])
      }
    })
  },
  // Its pauses between words are not what is tested.
  { assistant: practice({ wordMs: 0 }) },
)

describe('a PostgreSQL role that only owns its database', () => {
  it('can create the search index, which needs no extension', async () => {
    const storage = await createTestStorage('postgres')
    const client = new pg.Client({ connectionString: storage.databaseUrl ?? '' })
    await client.connect()
    const role = `plain_${randomUUID().replaceAll('-', '')}`
    await client.query(`create role ${role} login password 'x' nosuperuser nocreatedb nocreaterole`)
    await client.query(`grant create, usage on schema public to ${role}`)
    const url = new URL(storage.databaseUrl ?? inject('postgresUrl'))
    url.username = role
    url.password = 'x'
    const open = await openDatabase({ databaseUrl: url.href, dataDir: storage.dataDir })
    try {
      expect(await migrate(open.db, 'postgres')).toContain('0008-search')
      const { rows } = await sql`select extname from pg_extension where extname <> 'plpgsql'`.execute(open.db)
      expect(rows).toEqual([])
    } finally {
      await open.close()
      await client.query(`drop owned by ${role}; drop role ${role}`)
      await client.end()
      await storage.remove()
    }
  })
})
