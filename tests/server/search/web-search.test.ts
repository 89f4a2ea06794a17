import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { exportAccount } from '#contract/endpoints/accounts.ts'
import { createChat, deleteMessage, reassess } from '#contract/endpoints/chats.ts'
import { getConfig, getUsageLimits } from '#contract/endpoints/companion.ts'
import { AccountExport } from '#contract/objects/export/account-export.ts'
import { allEvents, nextWritten, readEvents } from '#support/api/answer-stream.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { startSearchEngine } from '#support/fakes/search-engine.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { chatCalls } from '#support/users/chat-user.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const model = await startModelServer()
const engine = await startSearchEngine()
afterAll(() => Promise.all([model.close(), engine.close()]))

const env = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model', SEARCH_URL: engine.url }
const tides = { n: 1, url: 'http://tides.test/today', title: 'Tides today', site: 'tides.test' }
const moon = { n: 2, url: 'https://www.moon.test/', title: 'The moon', site: 'moon.test' }

/** What the model got in the last request, as one text. */
const lastPrompt = () =>
  model.requests
    .at(-1)
    ?.messages.map(({ content }) => content)
    .join('\n') ?? ''

beforeEach(() => {
  model.requests.length = 0
  model.knowsTools = true
  engine.queries.length = 0
  engine.visits.length = 0
  engine.web.clear()
  engine.web.set('http://tides.test/today', '<nav>Home</nav><p>High water at 6:40.</p>')
  engine.hits = [
    { url: 'http://tides.test/today', title: 'Tides today', content: 'A summary.' },
    { url: 'https://www.moon.test/', title: 'The  moon', content: 'The moon pulls.' },
  ]
  engine.respond = null
})

describeServerOnEachEngine(
  'web search',
  (server) => {
    async function user(searches_limit = 0) {
      const { db } = server().dependencies
      const { id, token } = await insertSignedInUser(server().dependencies)
      const { id: _, ...first } = await db.selectFrom('plans').selectAll().where('id', '=', 1).executeTakeFirstOrThrow()
      const plan = db.insertInto('plans').values({ ...first, name: 'searching', searches_limit })
      const { id: plan_id } = await plan.returning('id').executeTakeFirstOrThrow()
      await db.updateTable('subscriptions').set({ plan_id }).where('user_id', '=', id).execute()
      const chat = randomUUID()
      await server().call(createChat, { token, body: { id: chat } })
      const meter = async () => (await server().call(getUsageLimits, { token })).searches
      const newChat = async () => {
        const other = randomUUID()
        await server().call(createChat, { token, body: { id: other } })
        return chatCalls(server(), token, other)
      }
      return { ...chatCalls(server(), token, chat), id, meter, newChat }
    }

    it('is announced to the app', async () => {
      expect((await server().call(getConfig, {})).web_search).toBe(true)
    })

    it('lets the model write the query, and gives it the pages as numbered text of strangers', async () => {
      const { say, messages, meter } = await user()
      model.next({ tokens: ['Let me see.'], searches: ['tide table Cadiz'] })
      model.next({ tokens: ['At 6:40 ', '[1].'] })
      const { user_message, assistant_message } = await say('When is high water?', { search: true })
      expect(assistant_message).toMatchObject({
        content: 'Let me see.\n\nAt 6:40 [1].',
        sources: [tides, moon],
        search_problem: null,
      })
      expect(user_message.sources).toEqual([])
      expect((await messages()).at(-1)?.sources).toEqual([tides, moon])
      expect(engine.queries).toEqual([{ q: 'tide table Cadiz', language: 'en' }])
      expect(await meter()).toMatchObject({ used: 1 })

      const [first, second] = model.requests
      expect(first?.tools?.map((tool) => tool.function.name)).toEqual(['web_search'])
      const result = second?.messages.find(({ role }) => role === 'tool')?.content ?? ''
      const mark = /=== SOURCE 1 (\w{18}) ===/.exec(result)?.[1] ?? 'none'
      expect(result).toContain(`=== SOURCE 1 ${mark} ===\nTitle: Tides today\nAddress: http://tides.test/today`)
      expect(result).toContain(`High water at 6:40.\n=== END OF SOURCE 1 ${mark} ===`)
      // The page of the second hit cannot be read, so its summary stands for it.
      expect(result).toContain('The moon pulls.')
      expect(result).not.toContain('Home')
      expect(second?.messages[0]?.content).toContain(`between lines that bear the mark ${mark}`)
    })

    it('happens only when the question asks for it', async () => {
      const { say, meter } = await user()
      const asked = [await say('When is high water?'), await say('And now?', { search: false })]
      expect(asked.map(({ assistant_message }) => assistant_message.sources)).toEqual([[], []])
      expect(model.requests.map(({ tools }) => tools)).toEqual([undefined, undefined])
      expect(model.requests[0]?.messages[0]?.content).toContain('You cannot see the web')
      expect([engine.queries.length, (await meter()).used]).toEqual([0, 0])
    })

    it('is left to the model, which may answer without', async () => {
      const { say, meter } = await user()
      model.next({ tokens: ['Hello!'] })
      const { assistant_message } = await say('Hi', { search: true })
      expect(assistant_message).toMatchObject({ content: 'Hello!', sources: [], search_problem: null })
      expect((await meter()).used).toBe(0)
    })

    it('looks the question itself up when the model server refuses tools', async () => {
      const { say, meter } = await user()
      model.knowsTools = false
      const { assistant_message } = await say('When is\n high water?', { search: true })
      expect(assistant_message.sources).toEqual([tides, moon])
      expect(engine.queries.map(({ q }) => q)).toEqual(['When is high water?'])
      expect(model.requests.map(({ tools }) => tools?.length)).toEqual([1, undefined])
      expect(model.requests[1]?.messages.at(-1)?.content).toMatch(/^When is\n high water\?\n\n=== SOURCE 1 \w+ ===/)
      expect((await meter()).used).toBe(1)
    })

    it('is told in the stream while it runs, and to those who join later', async () => {
      const { stream, resume } = await user()
      const { promise, resolve } = Promise.withResolvers<void>()
      engine.web.set('http://tides.test/today', async (response) => {
        await promise
        response.writeHead(200, { 'content-type': 'text/html' }).end('<p>High water at 6:40.</p>')
      })
      model.next({ searches: ['tides'] })
      const answer = model.next(['At 6:40 [1].'])
      const events = readEvents(await stream('When?', { search: true }))
      const next = async () => (await nextWritten(events)).value
      const accepted = await next()
      expect(await next()).toEqual({ event: 'sources', data: { query: 'tides', sources: [], problem: null } })
      resolve()
      const state = { event: 'sources', data: { query: null, sources: [tides, moon], problem: null } }
      expect(await next()).toEqual(state)
      const id = accepted?.event === 'accepted' ? accepted.data.assistant_message.id : ''
      const joined = readEvents(await resume(id))
      expect((await joined.next()).value).toEqual(state)
      await answer.release()
      const rest = await Array.fromAsync(events)
      expect(rest.map(({ event }) => event)).toEqual(['delta', 'done'])
      expect((await allEvents(await resume(id))).map(({ event }) => event)).toEqual(['sources', 'delta', 'done'])
    })

    it('numbers the pages of several look-ups in one row, each page once, and ends after three', async () => {
      const { say, meter } = await user()
      model.next({ searches: ['one', 'two'] })
      model.next({ searches: ['three'] })
      model.next({ tokens: ['Enough [3].'] })
      engine.respond = (response) => {
        const hits =
          engine.queries.length === 1 ? engine.hits : [engine.hits[1], { url: 'http://sea.test/', content: 'x' }]
        response.end(JSON.stringify({ results: hits }))
      }
      const { assistant_message } = await say('Everything?', { search: true })
      expect(assistant_message.sources).toEqual([
        tides,
        moon,
        { n: 3, url: 'http://sea.test/', title: 'sea.test', site: 'sea.test' },
      ])
      expect(engine.queries.map(({ q }) => q)).toEqual(['one', 'two', 'three'])
      expect(model.requests.map(({ tools }) => tools?.length)).toEqual([1, 1, undefined])
      expect((await meter()).used).toBe(3)
    })

    it('goes on without, and says so, when the limit of the plan is reached', async () => {
      const { say, meter } = await user(1)
      for (const query of ['first', 'second']) {
        model.next({ searches: [query] })
        model.next({ tokens: ['So it is.'] })
        await say(query, { search: true })
      }
      model.next({ searches: ['third'] })
      model.next({ tokens: ['Without.'] })
      const { assistant_message } = await say('third', { search: true })
      expect(assistant_message).toMatchObject({
        status: 'complete',
        content: 'Without.',
        sources: [],
        search_problem: 'limit_reached',
      })
      expect(await meter()).toEqual({ used: 1, limit: 1 })
      expect(engine.queries.map(({ q }) => q)).toEqual(['first'])
      expect(lastPrompt()).toContain('No look-up is left in this period')
      expect(model.requests.at(-1)?.tools).toBeUndefined()
    })

    it('never exceeds the limit, however many answers search at once', async () => {
      const somebody = await user(3)
      model.knowsTools = false
      const chats = await Promise.all(Array.from({ length: 8 }, () => somebody.newChat()))
      const answers = await Promise.all(chats.map((chat) => chat.say('When?', { search: true })))
      const problems = answers.map(({ assistant_message }) => assistant_message.search_problem)
      expect(problems.filter((problem) => problem === null)).toHaveLength(3)
      expect(problems.filter((problem) => problem === 'limit_reached')).toHaveLength(5)
      expect(await somebody.meter()).toEqual({ used: 3, limit: 3 })
      expect(engine.queries).toHaveLength(3)
    })

    it.each([
      ['responds with an error', 500, '{}'],
      ['responds with something else', 200, '<html>'],
      ['lists no results', 200, '{"results": "none"}'],
    ])('costs nothing when the search service %s, and the answer says so', async (_, status, body) => {
      const { say, meter } = await user(5)
      engine.respond = (response) => response.writeHead(status).end(body)
      model.knowsTools = false
      const { assistant_message } = await say('When?', { search: true })
      expect(assistant_message).toMatchObject({ status: 'complete', sources: [], search_problem: 'unavailable' })
      expect((await meter()).used).toBe(0)
    })

    it('says when nothing was found', async () => {
      const { say, meter } = await user()
      engine.hits = [{ url: 'javascript:alert(1)', title: 'x' }, { url: 'ftp://tides.test/' }]
      model.knowsTools = false
      const { assistant_message } = await say('When?', { search: true })
      expect(assistant_message).toMatchObject({ status: 'complete', sources: [], search_problem: 'nothing_found' })
      expect((await meter()).used).toBe(1)
    })

    it('does not say that nothing was found beside the sources of an earlier look-up', async () => {
      const { say } = await user()
      model.next({ searches: ['tides'] })
      model.next({ searches: ['nothing of the kind'] })
      model.next({ tokens: ['At 6:40 [1].'] })
      engine.respond = (response) =>
        response.end(JSON.stringify({ results: engine.queries.length === 1 ? engine.hits : [] }))
      const { assistant_message } = await say('When?', { search: true })
      expect(assistant_message).toMatchObject({ sources: [tides, moon], search_problem: null })
    })

    it('outlives arguments that fit no query, and functions that do not exist', async () => {
      const { say } = await user()
      model.next({ call: { name: 'web_search', arguments: '{"q": 1}' } })
      model.next({ call: { name: 'delete_account', arguments: '{}' } })
      model.next({ tokens: ['Sorry.'] })
      const { assistant_message } = await say('When?', { search: true })
      expect(assistant_message).toMatchObject({ status: 'complete', content: 'Sorry.', sources: [] })
      expect(engine.queries).toEqual([])
    })

    it('is repeated with a new version, and the versions keep their own sources', async () => {
      const { token, say, messages } = await user()
      model.knowsTools = false
      const { assistant_message } = await say('When?', { search: true })
      engine.hits = engine.hits.slice(1)
      const body = { id: randomUUID(), message: assistant_message.id }
      await server().call(reassess, { token, body })
      const versions = (await messages()).filter(({ role }) => role === 'assistant')
      expect(versions.map(({ sources }) => sources)).toEqual([[tides, moon], [{ ...moon, n: 1 }]])
    })

    it('leaves the sources with an answer that broke off and is continued', async () => {
      const { token, say, meter } = await user()
      model.next({ searches: ['tides'] })
      model.next({ tokens: ['At 6:40 [1]'], end: 'destroy' })
      const { assistant_message } = await say('When?', { search: true })
      expect(assistant_message).toMatchObject({ status: 'interrupted', sources: [tides, moon] })
      model.next({ tokens: [' and 19:05.'] })
      const body = { id: randomUUID(), message: assistant_message.id, continue: true as const }
      const continued = await server().call(reassess, { token, body })
      expect(continued.assistant_message).toMatchObject({ content: 'At 6:40 [1] and 19:05.', sources: [tides, moon] })
      expect((await meter()).used).toBe(1)
    })

    it('is a part of what a repeat of the question has to repeat', async () => {
      const { say } = await user()
      const id = randomUUID()
      model.next({ tokens: ['Hello.'] })
      const first = await say('Hi', { id, search: true })
      expect(await say('Hi', { id, search: true })).toEqual(first)
      await expect(say('Hi', { id })).rejects.toThrow('id_conflict')
    })

    it('is exported with its sources, and its sources go with the message', async () => {
      const { token, chatId, say, messages } = await user()
      model.knowsTools = false
      const { assistant_message } = await say('When?', { search: true })
      const exported = v.parse(AccountExport, (await server().reply(exportAccount, { token })).body)
      expect(exported.chats[0]?.messages).toMatchObject([
        { search: true, sources: [] },
        { search: false, sources: [tides, moon], search_problem: null },
      ])
      await server().call(deleteMessage, { token, params: { id: chatId, message: assistant_message.id } })
      expect((await messages()).at(-1)).toMatchObject({ status: 'deleted', sources: [] })
      const { db } = server().dependencies
      const stored = await db.selectFrom('generations').select('search').where('chat_id', '=', chatId).execute()
      expect(stored).toEqual([])
    })
  },
  { env, pages: engine.pages },
)
