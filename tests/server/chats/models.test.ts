import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, it } from 'vitest'
import { listAllModels, listAudit, switchModel } from '#contract/endpoints/admin.ts'
import { getRevenue } from '#contract/endpoints/admin-billing.ts'
import { getChat, reassess, sendMessage, updateChat } from '#contract/endpoints/chats.ts'
import { getConfig, listModels, updateChatProfile } from '#contract/endpoints/companion.ts'
import { uploadFile } from '#support/api/upload-file.ts'
import { type ModelServer, startModelServer } from '#support/fakes/model-server.ts'
import { createPicture } from '#support/fixtures/test-files.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const model: ModelServer = await startModelServer()
model.models = ['swift', 'deep/thinker-8b', 'tiny']
afterAll(() => model.close())

const settings = [
  { id: 'swift', label: 'Swift', description: { en: 'Quick answers', es: 'Respuestas rápidas' }, price: 0.5 },
  { id: 'deep/thinker-8b', label: 'Thinker', vision: true, context: 100_000, price: 20 },
  { id: 'tiny', label: 'Tiny', tools: false, context: 4_096 },
]
const env = {
  ...{ ASSISTANT_BASE_URL: model.url, ASSISTANT_MODELS: JSON.stringify(settings), TOKEN_PRICE: '1' },
  SCORING: 'off',
}

describeServerOnEachEngine(
  'the choice of a model',
  (server) => {
    beforeEach(async () => {
      await server().dependencies.db.deleteFrom('disabled_models').execute()
    })
    const someone = async () => {
      const user = await createChatUser(server())
      const { token, chatId } = user
      const choose = (id: string | null) =>
        server().call(updateChat, { token, params: { id: chatId }, body: { model: id } })
      const again = (message: string, given: { model?: string } = {}) =>
        server().call(reassess, { token, body: { id: randomUUID(), message, ...given } })
      return { ...user, choose, again }
    }
    const admin = async () => {
      const { token } = await insertSignedInUser(server().dependencies, { isAdmin: true })
      const set = (id: string, is_enabled: boolean) => server().reply(switchModel, { token, body: { id, is_enabled } })
      return { token, set }
    }
    const asked = () => model.requests.at(-1)?.model

    it('lists the models of the settings, the default first, in the language of the request', async () => {
      const { token } = await someone()
      const read = (language: string) => server().call(listModels, { token, headers: { 'Accept-Language': language } })
      const common = { description: '', vision: false, tools: true, context: null, is_default: false }
      expect(await read('es')).toEqual([
        { ...common, id: 'swift', label: 'Swift', description: 'Respuestas rápidas', is_default: true },
        { ...common, id: 'deep/thinker-8b', label: 'Thinker', vision: true, context: 100_000 },
        { ...common, id: 'tiny', label: 'Tiny', tools: false, context: 4_096 },
      ])
      expect((await read('en'))[0]?.description).toBe('Quick answers')
      expect((await server().call(getConfig, {})).assistant.is_choice).toBe(true)
    })

    it('is remembered by the chat, else by the settings of the user, else it is the default', async () => {
      const user = await someone()
      const first = await user.say('One?')
      expect([asked(), first.assistant_message]).toMatchObject(['swift', { model: 'swift', replaced_model: null }])
      expect(first.user_message.model).toBeNull()
      const body = { model: 'tiny' }
      expect(await server().call(updateChatProfile, { token: user.token, body })).toMatchObject(body)
      expect((await user.say('Two?')).assistant_message.model).toBe('tiny')
      expect(await user.choose('deep/thinker-8b')).toMatchObject({ model: 'deep/thinker-8b' })
      expect((await user.say('Three?')).assistant_message.model).toBe('deep/thinker-8b')
      expect(asked()).toBe('deep/thinker-8b')
      expect(await user.choose(null)).toMatchObject({ model: null })
      expect((await user.say('Four?')).assistant_message.model).toBe('tiny')
    })

    it('stays with a message that was written before the chat got another one', async () => {
      const user = await someone()
      await user.choose('deep/thinker-8b')
      const id = randomUUID()
      const { assistant_message } = await user.say('Written on the train?', { id, model: 'swift' })
      expect([asked(), assistant_message.model]).toEqual(['swift', 'swift'])
      const repeat = { token: user.token, body: { id, chat: user.chatId, content: 'Written on the train?' } }
      expect((await server().reply(sendMessage, repeat)).status).toBe(409)
      const params = { id: user.chatId }
      expect((await server().call(getChat, { token: user.token, params })).model).toBe('deep/thinker-8b')
    })

    it('may be another one for another version of an answer', async () => {
      const user = await someone()
      const { assistant_message } = await user.say('One?')
      const second = await user.again(assistant_message.id, { model: 'tiny' })
      expect(second.assistant_message).toMatchObject({ version: 2, model: 'tiny' })
      await user.choose('deep/thinker-8b')
      expect((await user.again(assistant_message.id)).assistant_message.model).toBe('deep/thinker-8b')
    })

    it('falls back to the default where the chosen one is gone or switched off, and says so', async () => {
      const user = await someone()
      const { token, set } = await admin()
      await user.choose('gone-since')
      const gone = { model: 'swift', replaced_model: 'gone-since' }
      expect((await user.say('One?')).assistant_message).toMatchObject(gone)
      await user.choose('deep/thinker-8b')
      expect(await set('deep/thinker-8b', false)).toMatchObject({ status: 200 })
      expect((await server().call(listModels, { token })).map(({ id }) => id)).toEqual(['swift', 'tiny'])
      const off = { model: 'swift', replaced_model: 'deep/thinker-8b' }
      expect((await user.say('Two?')).assistant_message).toMatchObject(off)
      // The default can be switched off too: then the next one is it.
      await set('swift', false)
      expect((await user.say('Three?')).assistant_message).toMatchObject({ ...off, model: 'tiny' })
      await set('deep/thinker-8b', true)
      expect((await user.say('Four?')).assistant_message).toMatchObject({
        model: 'deep/thinker-8b',
        replaced_model: null,
      })
    })

    it('lets an admin switch all models but the last one off, which is recorded', async () => {
      const { token, set } = await admin()
      for (let n = 0; n < 2; n += 1) expect(await set('swift', false)).toMatchObject({ status: 200 })
      await set('tiny', false)
      expect(await set('deep/thinker-8b', false)).toMatchObject({ status: 409, body: { code: 'conflict' } })
      expect(await set('unknown', false)).toMatchObject({ status: 404 })
      const listed = await server().call(listAllModels, { token })
      expect(listed.map(({ id, is_enabled, is_default, price }) => [id, is_enabled, is_default, price])).toEqual([
        ['swift', false, false, 0.5],
        ['deep/thinker-8b', true, true, 20],
        ['tiny', false, false, 1],
      ])
      const { results } = await server().call(listAudit, { token, query: { page_size: '2' } })
      expect(results).toMatchObject([
        { action: 'model.switched', detail: { model: 'tiny', is_enabled: false } },
        { action: 'model.switched', detail: { model: 'swift', is_enabled: false } },
      ])
    })

    it('counts all models as on where the settings have only switched off ones left', async () => {
      const { token, set } = await admin()
      const rows = settings.map(({ id }) => ({ model: id, disabled_at: new Date().toISOString() }))
      await server().dependencies.db.insertInto('disabled_models').values(rows).execute()
      expect((await server().call(listAllModels, { token })).every(({ is_enabled }) => is_enabled)).toBe(true)
      const after = await set('tiny', false)
      expect(after.body).toMatchObject([{ is_enabled: true }, { is_enabled: true }, { id: 'tiny', is_enabled: false }])
    })

    it('decides how much of the chat the model reads, and whether it is shown pictures', async () => {
      const user = await someone()
      const long = `LONG ${'x'.repeat(6_000)}`
      await user.say(long)
      await user.say(long)
      await user.say('And now?', { model: 'tiny' })
      expect(model.requests.at(-1)?.messages.filter(({ role }) => role === 'user')).toHaveLength(1)
      await user.say('And now?', { model: 'deep/thinker-8b' })
      expect(model.requests.at(-1)?.messages.filter(({ role }) => role === 'user')).toHaveLength(4)
      const bytes = await createPicture('png')
      const { id } = await uploadFile(server(), user.token, bytes, { name: 'a.png' })
      const see = (content: string, name: string) => {
        const body = { id: randomUUID(), chat: user.chatId, content, files: [id], model: name }
        return server().call(sendMessage, { token: user.token, body })
      }
      await see('What is it?', 'swift')
      expect(JSON.stringify(model.requests.at(-1)?.messages)).not.toContain('image_url')
      await see('What is it?', 'deep/thinker-8b')
      expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('image_url')
    })

    it('makes the tokens cost what the model that used them costs', async () => {
      const { db } = server().dependencies
      await db.deleteFrom('usage_entries').execute()
      const user = await someone()
      await user.say('One?')
      await user.say('Two?', { model: 'deep/thinker-8b' })
      expect((await db.selectFrom('usage_entries').select('model').execute()).map((row) => row.model).sort()).toEqual([
        ...['deep/thinker-8b', 'swift'],
      ])
      await db.updateTable('usage_entries').set({ tokens: 2_000_000 }).where('model', '=', 'swift').execute()
      await db.updateTable('usage_entries').set({ tokens: 1_000_000 }).where('model', '!=', 'swift').execute()
      const { id: userId } = await db.selectFrom('users').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
      const before = {
        user_id: userId,
        message_id: randomUUID(),
        at: new Date(server().dependencies.now()).toISOString(),
      }
      await db
        .insertInto('usage_entries')
        .values({ ...before, tokens: 500_000, searches: 0 })
        .execute()
      server().advance(1_000)
      const { token } = await admin()
      expect(await server().call(getRevenue, { token })).toMatchObject({
        tokens: 3_500_000,
        tokens_cost: '21.50',
        models: [
          { model: 'swift', tokens: 2_000_000, cost: '1.00' },
          { model: 'deep/thinker-8b', tokens: 1_000_000, cost: '20.00' },
          { model: null, tokens: 500_000, cost: '0.50' },
        ],
      })
    })
  },
  { env },
)

describeServerOnEachEngine(
  'a server with one model',
  (server) => {
    it('offers no choice, and names the model in its answers', async () => {
      const user = await createChatUser(server())
      expect((await server().call(getConfig, {})).assistant.is_choice).toBe(false)
      expect((await server().call(listModels, { token: user.token })).map(({ id }) => id)).toEqual(['small-model'])
      const { assistant_message } = await user.say('One?')
      expect(assistant_message).toMatchObject({ model: 'small-model', replaced_model: null })
      const body = { model: 'other' }
      await server().call(updateChatProfile, { token: user.token, body })
      expect((await user.say('Two?')).assistant_message).toMatchObject({ model: 'small-model', replaced_model: null })
      // What was chosen for this chat, when there was a choice, is said to be gone.
      await server().call(updateChat, { token: user.token, params: { id: user.chatId }, body })
      expect((await user.say('Three?')).assistant_message).toMatchObject({
        model: 'small-model',
        replaced_model: 'other',
      })
    })
  },
  { env: { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model', SCORING: 'off' } },
)
