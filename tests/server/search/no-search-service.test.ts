import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { createChat } from '#contract/endpoints/chats.ts'
import { getConfig } from '#contract/endpoints/companion.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { chatCalls } from '#support/users/chat-user.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const model = await startModelServer()
afterAll(() => model.close())

describeServerOnEachEngine(
  'without SEARCH_URL',
  (server) => {
    it('a question that was queued elsewhere is answered without the web, and the answer says so', async () => {
      const { token } = await insertSignedInUser(server().dependencies)
      const chat = randomUUID()
      await server().call(createChat, { token, body: { id: chat } })
      const { assistant_message } = await chatCalls(server(), token, chat).say('When?', { search: true })
      expect(assistant_message).toMatchObject({ status: 'complete', sources: [], search_problem: 'unavailable' })
      expect(model.requests.at(-1)?.tools).toBeUndefined()
      expect((await server().call(getConfig, {})).web_search).toBe(false)
    })
  },
  { env: { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model', SEARCH_URL: '' } },
)
