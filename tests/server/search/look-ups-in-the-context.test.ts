import { afterAll, beforeEach, expect, it } from 'vitest'
import { promptBudget } from '#server/limits/prompt-budget.ts'
import { insertTestExchanges } from '#support/database/insert-rows.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { startSearchEngine } from '#support/fakes/search-engine.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
const engine = await startSearchEngine()
afterAll(() => Promise.all([model.close(), engine.close()]))

const CONTEXT = 8_192
const budget = promptBudget(CONTEXT)
const env = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model', SEARCH_URL: engine.url }

beforeEach(() => {
  model.requests.length = 0
  engine.queries.length = 0
  engine.hits = ['one', 'two', 'short', 'four', 'five'].map((name) => ({ url: `http://${name}.test/`, title: name }))
  for (const { url, title } of engine.hits) engine.web.set(url, `<p>${title} ${'潮'.repeat(4_000)}</p>`)
  engine.web.set('http://short.test/', '<p>Only a few words.</p>')
})

const bytesOf = (text = '') => Buffer.byteLength(text)
const lastMessages = () => model.requests.at(-1)?.messages ?? []
const lookedUp = () => lastMessages().flatMap(({ role, content }) => (role === 'tool' ? [content] : []))
const promptBytes = () => lastMessages().reduce((sum, { content }) => sum + bytesOf(content ?? ''), 0)

describeServerOnEachEngine(
  'the look-ups of an answer',
  (server) => {
    it('take no more than their share of the context, which the pages divide among themselves', async () => {
      const { say } = await createChatUser(server())
      model.next({ searches: ['tides'] })
      model.next({ tokens: ['At 6:40 [1].'] })
      const { assistant_message } = await say('When is high water?', { search: true })
      expect(assistant_message.sources).toHaveLength(5)
      const [text = ''] = lookedUp()
      expect(bytesOf(text)).toBeLessThanOrEqual(budget.web)
      expect(bytesOf(text)).toBeGreaterThan(budget.web * 0.95)
      const sizes = text.split('\n\n=== SOURCE').map(bytesOf)
      expect(sizes).toHaveLength(5)
      // What the short page leaves goes to those after it.
      expect(sizes[3]).toBeGreaterThan((sizes[0] ?? 0) * 1.2)
      expect(text).toContain('Only a few words.\n=== END OF SOURCE 3')
      expect(text.match(/潮\n=== END OF SOURCE \d \w{18} ===/g)).toHaveLength(4)
    })

    it('are three in a short chat, and in a long one as many as its prompt has space for', async () => {
      const short = await createChatUser(server())
      for (const query of ['one', 'two', 'three']) model.next({ searches: [query] })
      model.next({ tokens: ['Enough.'] })
      await short.say('Everything?', { search: true })
      expect(engine.queries.map(({ q }) => q)).toEqual(['one', 'two', 'three'])
      expect(promptBytes()).toBeLessThanOrEqual(budget.prompt)

      const long = await createChatUser(server())
      const asked = Array.from({ length: 8 }, (_, n) => `${n} ${'and on '.repeat(160)}`)
      await insertTestExchanges(server().dependencies.db, long.chatId, asked, 'Fine.')
      model.requests.length = 0
      model.next({ searches: ['four', 'five'] })
      model.next({ tokens: ['Enough.'] })
      const { assistant_message } = await long.say('Everything?', { search: true })
      expect(assistant_message).toMatchObject({ content: 'Enough.', search_problem: null })
      expect(engine.queries.map(({ q }) => q).slice(3)).toEqual(['four'])
      expect(lookedUp()[1]).toContain('No look-up is left for this answer.')
      expect(model.requests.map(({ tools }) => tools?.length)).toEqual([1, undefined])
      expect(promptBytes()).toBeLessThanOrEqual(budget.prompt)
    })
  },
  { env: { ...env, ASSISTANT_CONTEXT: String(CONTEXT) }, pages: engine.pages },
)
