import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { createChat } from '#contract/endpoints/chats.ts'
import { createLookUp } from '#server/modules/chats/generations/search/create-look-up.ts'
import { testEngines } from '#support/database/engines.ts'
import { restartingDatabase } from '#support/database/restarting-database.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { startSearchEngine } from '#support/fakes/search-engine.ts'
import { startTestServer } from '#support/servers/test-server.ts'
import { chatCalls } from '#support/users/chat-user.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const model = await startModelServer()
const engine = await startSearchEngine()
afterAll(() => Promise.all([model.close(), engine.close()]))

describe.each(testEngines)('a web search that is interrupted (%s)', (kind) => {
  async function begin() {
    const storage = await createTestStorage(kind, { migrated: true })
    const env = {
      ASSISTANT_BASE_URL: model.url,
      ASSISTANT_MODEL: 'small-model',
      SEARCH_URL: engine.url,
      TOKEN_SECRET: '8b1f3c5d7e9a0b2c4d6e8f0a1b3c5d7e',
    }
    const start = () => startTestServer(storage, { env, pages: engine.pages, generations: { graceMs: 0 } })
    const server = await start()
    const { id, token } = await insertSignedInUser(server.dependencies)
    const chat = randomUUID()
    await server.call(createChat, { token, body: { id: chat } })
    return { storage, start, server, user: chatCalls(server, token, chat), id, token, chat }
  }

  it('leaves nothing behind when the answer begins again on another process', async () => {
    const { storage, start, server, user, token, chat } = await begin()
    engine.hits = [{ url: 'http://tides.test/', title: 'Tides', content: 'High at 6:40.' }]
    model.next({ searches: ['tides'] })
    const lost = model.next(['Never sent'])
    await user.ask('When?', { search: true })
    await lost.asked()
    model.next({ tokens: ['Without a search.'] })
    await server.close()
    const other = await start()
    const answer = await vi.waitFor(async () => {
      const message = (await chatCalls(other, token, chat).messages()).at(-1)
      expect(message?.status).toBe('complete')
      return message
    })
    expect(answer).toMatchObject({ content: 'Without a search.', sources: [], search_problem: null })
    await other.close()
    await storage.remove()
  })

  it('goes on when the database restarts while its state is stored', async () => {
    const { storage, server, id, chat } = await begin()
    engine.hits = [{ url: 'http://tides.test/', title: 'Tides', content: 'High at 6:40.' }]
    const { dependencies } = server
    const { db, hasRestarted } = restartingDatabase(dependencies.db, 'updateTable')
    const claim = { id: 1, user_id: id, chat_id: chat, message_id: randomUUID(), attempts: 1, begun: 0, created_at: '' }
    const { signal } = new AbortController()
    const options = { language: 'en', mark: 'mark', signal, most: 20_000, space: 60_000 } as const
    const lookUp = createLookUp({ ...dependencies, db }, claim, options)
    expect(await lookUp('tides')).toMatchObject({ sources: [{ title: 'Tides' }], more: true })
    expect(hasRestarted()).toBe(true)
    await server.close()
    await storage.remove()
  })

  it('ends at once when the user stops the answer', async () => {
    const { storage, server, user } = await begin()
    const { promise: searched, resolve } = Promise.withResolvers<void>()
    engine.respond = () => resolve()
    model.next({ searches: ['tides'] })
    const { assistant_message } = await user.ask('When?', { search: true })
    await searched
    await user.stop(assistant_message.id)
    await vi.waitFor(async () => expect((await user.messages()).at(-1)?.status).toBe('interrupted'))
    expect((await user.messages()).at(-1)).toMatchObject({ content: '', sources: [] })
    engine.respond = null
    await server.close()
    await storage.remove()
  })
})
