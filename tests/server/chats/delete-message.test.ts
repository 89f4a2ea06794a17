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
import { type ChatPerson, chatPerson } from '#support/users/chat-user.ts'

const model = await startModelServer()
afterAll(() => model.close())
const turns = () =>
  model.requests
    .at(-1)
    ?.messages.slice(1)
    .map(({ content }) => content)

describeServerOnEachEngine(
  'a deleted message',
  (server) => {
    const erase = ({ token, chat }: ChatPerson, message: string) =>
      server().reply(deleteMessage, { token, params: { id: chat, message } })
    const info = ({ token, chat }: ChatPerson) => server().call(getChat, { token, params: { id: chat } })
    const again = ({ token }: ChatPerson, body: { message: string; continue?: true }) =>
      server().reply(reassess, { token, body: { id: randomUUID(), ...body } })

    it('is removed with all its answers when it is a question, keeps its position, and a repeat gives the same', async () => {
      const person = await chatPerson(server())
      const first = await person.say('Secret one?')
      await again(person, { message: first.assistant_message.id })
      await person.say('Open two?')
      const gone = await erase(person, first.user_message.id)
      expect(gone).toMatchObject({ status: 200, body: { messages: [{ seq: 1 }, { seq: 2 }, { seq: 3 }] } })
      const messages = await person.messages()
      expect(messages.map(({ seq, status, content }) => [seq, status, content])).toEqual([
        [1, 'deleted', ''],
        [2, 'deleted', ''],
        [3, 'deleted', ''],
        [4, 'complete', 'Open two?'],
        [5, 'complete', 'You said: Open two?'],
      ])
      expect(gone.body).toMatchObject({ messages: messages.slice(0, 3) })
      expect((await erase(person, first.user_message.id)).body).toEqual(gone.body)
      await person.say('Three?')
      expect(turns()).toEqual(['Open two?', 'You said: Open two?', 'Three?'])
    })

    it('is only that version when it is an answer', async () => {
      const person = await chatPerson(server())
      const { user_message, assistant_message: first } = await person.say('Which?')
      model.next({ tokens: ['Second'] })
      const second = (await again(person, { message: first.id })).body as { assistant_message: { id: string } }
      expect((await erase(person, second.assistant_message.id)).status).toBe(200)
      const left = (await person.messages()).map(({ id, status }) => [id, status])
      expect(left).toEqual([
        [user_message.id, 'complete'],
        [first.id, 'complete'],
        [second.assistant_message.id, 'deleted'],
      ])
      await person.say('Next?')
      expect(turns()).toEqual(['Which?', 'You said: Which?', 'Next?'])
      // The next version has a number of its own.
      expect((await again(person, { message: first.id })).body).toMatchObject({ assistant_message: { version: 3 } })
    })

    it('leaves none of its text on the server', async () => {
      const person = await chatPerson(server())
      model.next({ tokens: ['Zeppelins ', 'fly'], reasoning: ['Zeppelins?'] })
      const { user_message, assistant_message } = await person.say('Do zeppelins fly?')
      const find = () => server().call(search, { token: person.token, query: { q: 'zeppelins' } })
      expect((await find()).results.length).toBeGreaterThan(0)
      await erase(person, user_message.id)
      expect((await find()).results).toEqual([])
      const { db } = server().dependencies
      for (const table of ['messages', 'generation_chunks', 'chats'] as const) {
        const rows = await db.selectFrom(table).selectAll().execute()
        expect(JSON.stringify(rows)).not.toMatch(/zeppelin/i)
      }
      const reasoning = { token: person.token, params: { id: assistant_message.id } }
      expect(await server().reply(getReasoning, reasoning)).toMatchObject({ status: 404 })
    })

    it('passes the chat’s title and preview on to the remaining messages', async () => {
      const person = await chatPerson(server())
      const first = await person.say('First words')
      const second = await person.say('Second words')
      const last = await person.say('Third words')
      await erase(person, last.assistant_message.id)
      expect(await info(person)).toMatchObject({ title: 'First words', preview: 'Third words' })
      await erase(person, first.user_message.id)
      expect(await info(person)).toMatchObject({ title: 'Second words', preview: 'Third words' })
      await erase(person, last.user_message.id)
      await erase(person, second.user_message.id)
      expect(await info(person)).toMatchObject({ title: '', preview: '' })
      await person.say('Named anew')
      expect((await info(person)).title).toBe('Named anew')
    })

    it('leaves a title that the user chose, and removes one that was made of the question', async () => {
      const person = await chatPerson(server())
      const [given, made] = [randomUUID(), randomUUID()]
      const words = 'A very long question that goes on and on until no title can hold all of it, not even this one'
      await server().call(createChat, { token: person.token, body: { id: given, title: 'My name' } })
      await server().call(createChat, { token: person.token, body: { id: made, title: `${words.slice(0, 79)}…` } })
      for (const [chat, title] of [
        [given, 'My name'],
        [made, ''],
      ] as const) {
        const { user_message } = await server().call(sendMessage, {
          token: person.token,
          body: { id: randomUUID(), chat, content: words },
        })
        await erase({ ...person, chat }, user_message.id)
        expect((await info({ ...person, chat })).title).toBe(title)
      }
    })

    it('stops being generated, and its stream reports the deletion', async () => {
      const person = await chatPerson(server())
      const held = model.next({ tokens: ['Half ', 'more'], holdAt: 1 })
      const stream = allEvents(await person.stream('Well?'))
      await held.sent(1)
      const [question, answer] = await person.messages()
      const behind = await person.ask('Behind it?')
      await erase(person, answer?.id ?? '')
      await held.cancelled()
      expect((await stream).at(-1)).toMatchObject({
        event: 'done',
        data: { assistant_message: { id: answer?.id, status: 'deleted', content: '' } },
      })
      await allEvents(await person.resume(behind.assistant_message.id))
      expect((await person.messages()).map(({ status, content }) => [status, content])).toEqual([
        ['complete', question?.content],
        ['deleted', ''],
        ['complete', 'Behind it?'],
        ['complete', 'You said: Well?\n\nBehind it?'],
      ])
    })

    it('rejects every later change with an error, and a repeat of its question does not restore it', async () => {
      const person = await chatPerson(server())
      const id = randomUUID()
      const { user_message, assistant_message } = await person.say('Gone?', { id })
      await erase(person, user_message.id)
      const deleted = { status: 404, body: { message: 'This message was deleted' } }
      const message = assistant_message.id
      const stop = { token: person.token, params: { id: person.chat }, body: { message } }
      expect(await server().reply(stopAnswer, stop)).toMatchObject(deleted)
      expect(await again(person, { message })).toMatchObject(deleted)
      expect(await again(person, { message, continue: true })).toMatchObject(deleted)
      const repeat = await person.ask('Gone?', { id })
      expect(repeat).toMatchObject({ user_message: { status: 'deleted', content: '' } })
      expect(await person.messages()).toHaveLength(2)
    })

    it('may be edited by a device that does not know of the deletion: the edit continues from its position', async () => {
      const person = await chatPerson(server())
      await person.say('One?')
      const second = await person.say('Two?')
      await person.say('Three?')
      await erase(person, second.user_message.id)
      await person.say('Two, better?', { replaces: second.user_message.id })
      expect(turns()).toEqual(['One?', 'You said: One?', 'Two, better?'])
    })

    it('must belong to the user and to the chat in the path', async () => {
      const person = await chatPerson(server())
      const other = await chatPerson(server())
      const { user_message } = await person.say('Mine')
      expect((await erase({ ...other, chat: person.chat }, user_message.id)).status).toBe(404)
      expect((await erase(other, user_message.id)).status).toBe(404)
      expect((await erase(person, randomUUID())).status).toBe(404)
      expect((await person.messages())[0]?.content).toBe('Mine')
    })

    it('reaches other devices by the delta: chats first, then the messages of each', async () => {
      const person = await chatPerson(server())
      const { token, chat } = person
      const page = (query: { updated_after?: string; after?: number; limit?: number }) =>
        server().call(getMessages, { token, params: { id: chat }, query })
      const first = await person.say('One?')
      const second = await person.say('Two?')
      // Further on than the overlap, so that nothing of before comes again.
      server().advance(6_000)
      const { synced_at } = await page({})
      expect((await page({ updated_after: synced_at })).messages).toEqual([])
      await erase(person, first.assistant_message.id)
      const chats = await server().call(listChats, { token, query: { updated_after: synced_at } })
      expect(chats.results.map(({ id }) => id)).toEqual([chat])
      const changed = await page({ updated_after: synced_at })
      expect(changed.messages.map(({ seq, status }) => [seq, status])).toEqual([[2, 'deleted']])
      await person.say('Two again?', { replaces: second.user_message.id })
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
