import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import {
  createChat,
  deleteMessage,
  getChat,
  getMessages,
  getReasoning,
  listChats,
  reassess,
  sendMessage,
  stopAnswer,
} from '#contract/endpoints/chats.ts'
import { search } from '#contract/endpoints/companion.ts'
import { allEvents } from '#support/api/answer-stream.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type ChatUser, createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
afterAll(() => model.close())

describeServerOnEachEngine(
  'a deleted message',
  (server) => {
    const erase = ({ token, chatId }: ChatUser, message: string) =>
      server().reply(deleteMessage, { token, params: { id: chatId, message } })
    const info = ({ token, chatId }: ChatUser) => server().call(getChat, { token, params: { id: chatId } })
    const again = ({ token }: ChatUser, body: { message: string; continue?: true }) =>
      server().reply(reassess, { token, body: { id: randomUUID(), ...body } })

    it('is removed with all its answers when it is a question, keeps its position, and a repeat gives the same', async () => {
      const user = await createChatUser(server())
      const first = await user.say('Secret one?')
      await again(user, { message: first.assistant_message.id })
      await user.say('Open two?')
      const gone = await erase(user, first.user_message.id)
      expect(gone).toMatchObject({ status: 200, body: { messages: [{ seq: 1 }, { seq: 2 }, { seq: 3 }] } })
      const messages = await user.messages()
      expect(messages.map(({ seq, status, content }) => [seq, status, content])).toEqual([
        [1, 'deleted', ''],
        [2, 'deleted', ''],
        [3, 'deleted', ''],
        [4, 'complete', 'Open two?'],
        [5, 'complete', 'You said: Open two?'],
      ])
      expect(gone.body).toMatchObject({ messages: messages.slice(0, 3) })
      expect((await erase(user, first.user_message.id)).body).toEqual(gone.body)
      await user.say('Three?')
      expect(model.lastTurns()).toEqual(['Open two?', 'You said: Open two?', 'Three?'])
    })

    it('is only that version when it is an answer', async () => {
      const user = await createChatUser(server())
      const { user_message, assistant_message: first } = await user.say('Which?')
      model.next({ tokens: ['Second'] })
      const second = (await again(user, { message: first.id })).body as { assistant_message: { id: string } }
      expect((await erase(user, second.assistant_message.id)).status).toBe(200)
      const left = (await user.messages()).map(({ id, status }) => [id, status])
      expect(left).toEqual([
        [user_message.id, 'complete'],
        [first.id, 'complete'],
        [second.assistant_message.id, 'deleted'],
      ])
      await user.say('Next?')
      expect(model.lastTurns()).toEqual(['Which?', 'You said: Which?', 'Next?'])
      // The next version has a number of its own.
      expect((await again(user, { message: first.id })).body).toMatchObject({ assistant_message: { version: 3 } })
    })

    it('leaves none of its text on the server', async () => {
      const user = await createChatUser(server())
      model.next({ tokens: ['Zeppelins ', 'fly'], reasoning: ['Zeppelins?'] })
      const { user_message, assistant_message } = await user.say('Do zeppelins fly?')
      const find = () => server().call(search, { token: user.token, query: { q: 'zeppelins' } })
      expect((await find()).results.length).toBeGreaterThan(0)
      await erase(user, user_message.id)
      expect((await find()).results).toEqual([])
      const { db } = server().dependencies
      for (const table of ['messages', 'generation_chunks', 'chats'] as const) {
        const rows = await db.selectFrom(table).selectAll().execute()
        expect(JSON.stringify(rows)).not.toMatch(/zeppelin/i)
      }
      const reasoning = { token: user.token, params: { id: assistant_message.id } }
      expect(await server().reply(getReasoning, reasoning)).toMatchObject({ status: 404 })
    })

    it('passes the chat’s title and preview on to the remaining messages', async () => {
      const user = await createChatUser(server())
      const first = await user.say('First words')
      const second = await user.say('Second words')
      const last = await user.say('Third words')
      await erase(user, last.assistant_message.id)
      expect(await info(user)).toMatchObject({ title: 'First words', preview: 'Third words' })
      await erase(user, first.user_message.id)
      expect(await info(user)).toMatchObject({ title: 'Second words', preview: 'Third words' })
      await erase(user, last.user_message.id)
      await erase(user, second.user_message.id)
      expect(await info(user)).toMatchObject({ title: '', preview: '' })
      await user.say('Named anew')
      expect((await info(user)).title).toBe('Named anew')
    })

    it('leaves a title that the user chose, and removes one that was made of the question', async () => {
      const user = await createChatUser(server())
      const [given, made] = [randomUUID(), randomUUID()]
      const words = 'A very long question that goes on and on until no title can hold all of it, not even this one'
      await server().call(createChat, { token: user.token, body: { id: given, title: 'My name' } })
      await server().call(createChat, { token: user.token, body: { id: made, title: `${words.slice(0, 79)}…` } })
      for (const [chatId, title] of [
        [given, 'My name'],
        [made, ''],
      ] as const) {
        const { user_message } = await server().call(sendMessage, {
          token: user.token,
          body: { id: randomUUID(), chat: chatId, content: words },
        })
        await erase({ ...user, chatId }, user_message.id)
        expect((await info({ ...user, chatId })).title).toBe(title)
      }
    })

    it('stops being generated, and its stream reports the deletion', async () => {
      const user = await createChatUser(server())
      const held = model.next({ tokens: ['Half ', 'more'], holdAt: 1 })
      const stream = allEvents(await user.stream('Well?'))
      await held.sent(1)
      const [question, answer] = await user.messages()
      const behind = await user.ask('Behind it?')
      await erase(user, answer?.id ?? '')
      await held.cancelled()
      expect((await stream).at(-1)).toMatchObject({
        event: 'done',
        data: { assistant_message: { id: answer?.id, status: 'deleted', content: '' } },
      })
      await allEvents(await user.resume(behind.assistant_message.id))
      expect((await user.messages()).map(({ status, content }) => [status, content])).toEqual([
        ['complete', question?.content],
        ['deleted', ''],
        ['complete', 'Behind it?'],
        ['complete', 'You said: Well?\n\nBehind it?'],
      ])
    })

    it('rejects every later change with an error, and a repeat of its question does not restore it', async () => {
      const user = await createChatUser(server())
      const id = randomUUID()
      const { user_message, assistant_message } = await user.say('Gone?', { id })
      await erase(user, user_message.id)
      const deleted = { status: 404, body: { message: 'This message was deleted' } }
      const message = assistant_message.id
      const stop = { token: user.token, params: { id: user.chatId }, body: { message } }
      expect(await server().reply(stopAnswer, stop)).toMatchObject(deleted)
      expect(await again(user, { message })).toMatchObject(deleted)
      expect(await again(user, { message, continue: true })).toMatchObject(deleted)
      const repeat = await user.ask('Gone?', { id })
      expect(repeat).toMatchObject({ user_message: { status: 'deleted', content: '' } })
      expect(await user.messages()).toHaveLength(2)
    })

    it('may be edited by a device that does not know of the deletion: the edit continues from its position', async () => {
      const user = await createChatUser(server())
      await user.say('One?')
      const second = await user.say('Two?')
      await user.say('Three?')
      await erase(user, second.user_message.id)
      await user.say('Two, better?', { replaces: second.user_message.id })
      expect(model.lastTurns()).toEqual(['One?', 'You said: One?', 'Two, better?'])
    })

    it('is not stored by a request that arrives after its deletion', async () => {
      const user = await createChatUser(server())
      const id = randomUUID()
      expect((await erase(user, id)).status).toBe(404)
      expect((await erase(user, id)).status).toBe(404)
      const late = { token: user.token, body: { id, chat: user.chatId, content: 'Too late?' } }
      expect(await server().reply(sendMessage, late)).toMatchObject({
        status: 404,
        body: { message: 'This message was deleted' },
      })
      expect(await user.messages()).toEqual([])
      const other = await createChatUser(server())
      expect(await other.say('Another user’s?', { id })).toMatchObject({ user_message: { id, status: 'complete' } })
    })

    it('is deleted or never stored when both requests arrive together, and answered in no case', async () => {
      const user = await createChatUser(server())
      for (let round = 0; round < 10; round++) {
        const id = randomUUID()
        const sent = { token: user.token, body: { id, chat: user.chatId, content: 'Both at once?' } }
        const [deleted, stored] = await Promise.all([erase(user, id), server().reply(sendMessage, sent)])
        expect([200, 404]).toContain(deleted.status)
        expect(stored.status === 404).toBe(deleted.status === 404)
      }
      const statuses = (await user.messages()).map(({ status }) => status)
      expect(new Set(statuses).has('complete')).toBe(false)
      expect(new Set(statuses).has('streaming')).toBe(false)
    })

    it('must belong to the user and to the chat in the path', async () => {
      const user = await createChatUser(server())
      const other = await createChatUser(server())
      const { user_message } = await user.say('Mine')
      expect((await erase({ ...other, chatId: user.chatId }, user_message.id)).status).toBe(404)
      expect((await erase(other, user_message.id)).status).toBe(404)
      expect((await erase(user, randomUUID())).status).toBe(404)
      expect((await user.messages())[0]?.content).toBe('Mine')
    })

    it('reaches other devices by the delta: chats first, then the messages of each', async () => {
      const user = await createChatUser(server())
      const { token, chatId } = user
      const page = (query: { updated_after?: string; after?: number; limit?: number }) =>
        server().call(getMessages, { token, params: { id: chatId }, query })
      const first = await user.say('One?')
      const second = await user.say('Two?')
      // Further than the overlap of the delta, so that no earlier change is returned again.
      server().advance(6_000)
      const { synced_at } = await page({})
      expect((await page({ updated_after: synced_at })).messages).toEqual([])
      await erase(user, first.assistant_message.id)
      const chats = await server().call(listChats, { token, query: { updated_after: synced_at } })
      expect(chats.results.map(({ id }) => id)).toEqual([chatId])
      const changed = await page({ updated_after: synced_at })
      expect(changed.messages.map(({ seq, status }) => [seq, status])).toEqual([[2, 'deleted']])
      await user.say('Two again?', { replaces: second.user_message.id })
      const all = await page({ updated_after: synced_at })
      expect(all.messages.map(({ seq }) => seq)).toEqual([2, 3, 4, 5, 6])
      const paged: number[] = []
      for (let after = 0, more = true; more; ) {
        const { messages, has_more } = await page({ updated_after: synced_at, after, limit: 2 })
        paged.push(...messages.map(({ seq }) => seq))
        after = paged.at(-1) ?? 0
        more = has_more
      }
      expect(paged).toEqual([2, 3, 4, 5, 6])
    })
  },
  { env: { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model' } },
)
