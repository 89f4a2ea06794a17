import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { deleteChat, getChat, getReasoning, reassess, restoreChat, sendMessage } from '#contract/endpoints/chats.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { allEvents, textOf } from '#support/api/answer-stream.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
afterAll(() => model.close())
const tokens = ['Truth ', 'matters', '.']

describeServerOnEachEngine(
  'answers',
  (server) => {
    it('have the same effect in all three response formats', async () => {
      const user = await createChatUser(server())
      const streamed = await allEvents(await user.stream('What matters?'))
      const accepted = await user.ask('What matters?')
      await allEvents(await user.resume(accepted.assistant_message.id))
      const body = { id: randomUUID(), chat: user.chatId, content: 'What matters?' }
      const waited = await server().reply(sendMessage, { token: user.token, body })
      expect(waited.status).toBe(200)
      const messages = await user.messages()
      expect(messages.map(({ role, seq, status }) => [role, seq, status])).toEqual([
        ['user', 1, 'complete'],
        ['assistant', 2, 'complete'],
        ['user', 3, 'complete'],
        ['assistant', 4, 'complete'],
        ['user', 5, 'complete'],
        ['assistant', 6, 'complete'],
      ])
      expect(new Set(messages.filter(({ role }) => role === 'assistant').map(({ content }) => content))).toEqual(
        new Set(['You said: What matters?']),
      )
      expect(streamed[0]).toMatchObject({ event: 'accepted', data: { assistant_message: { status: 'streaming' } } })
      expect(textOf(streamed)).toBe('You said: What matters?')
      expect(streamed.at(-1)).toMatchObject({
        event: 'done',
        data: { assistant_message: messages[1], usage: { prompt_tokens: 2, completion_tokens: 4 } },
      })
      expect(waited.body).toEqual({ user_message: messages[4], assistant_message: messages[5] })
    })

    it('return the stored exchange for every repeat, in the format that the request accepts', async () => {
      const user = await createChatUser(server())
      const id = randomUUID()
      const first = await user.ask('Once?', { id })
      const streamed = await allEvents(await user.stream('Once?', { id }))
      expect(streamed[0]).toMatchObject({ event: 'accepted', data: { user_message: first.user_message } })
      expect(textOf(streamed)).toBe('You said: Once?')
      const asked = model.requests.length
      server().advance(40 * DAY_MS)
      const later = await user.signInAgain()
      const late = await later.ask('Once?', { id })
      expect(late.assistant_message).toMatchObject({ id: first.assistant_message.id, content: 'You said: Once?' })
      const whole = await server().call(sendMessage, {
        token: later.token,
        body: { id, chat: user.chatId, content: 'Once?' },
      })
      expect(whole).toEqual(late)
      expect(await later.messages()).toHaveLength(2)
      expect(model.requests).toHaveLength(asked)
    })

    it('report a conflict when an id is reused for another question', async () => {
      const user = await createChatUser(server())
      const other = await createChatUser(server())
      const { user_message, assistant_message } = await user.ask('One')
      const send = (body: { id: string; chat: string; content: string }) =>
        server().reply(sendMessage, { token: user.token, body })
      const conflict = { status: 409, body: { code: 'id_conflict' } }
      expect(await send({ id: user_message.id, chat: user.chatId, content: 'Two' })).toMatchObject(conflict)
      expect(await send({ id: user_message.id, chat: other.chatId, content: 'One' })).toMatchObject(conflict)
      expect(await send({ id: assistant_message.id, chat: user.chatId, content: 'One' })).toMatchObject({
        status: 400,
        body: { code: 'invalid_message_or_chat', message: 'Unexpected error: invalid message or chat' },
      })
      // Ids belong to a user: another user may have the same.
      const theirs = await other.ask('Mine', { id: user_message.id })
      expect(theirs.user_message.content).toBe('Mine')
    })

    it('are created once for twenty simultaneous repeats, and other bodies conflict', async () => {
      const user = await createChatUser(server())
      const id = randomUUID()
      const sends = Array.from({ length: 20 }, (_, i) =>
        server().reply(sendMessage, {
          token: user.token,
          body: { id, chat: user.chatId, content: i % 5 === 0 ? 'Other' : 'Same' },
          headers: { Prefer: 'respond-async' },
        }),
      )
      const replies = await Promise.all(sends)
      const stored = replies.filter((reply) => reply.status === 202)
      expect(
        new Set(stored.map((reply) => JSON.stringify(reply.body).match(/"seq":2.*?"reply_to":"([^"]+)"/)?.[1])).size,
      ).toBe(1)
      expect(replies.filter((reply) => reply.status === 409)).toHaveLength(20 - stored.length)
      expect([4, 16]).toContain(stored.length)
      expect((await user.messages()).map((message) => message.seq)).toEqual([1, 2])
    })

    it('are generated one at a time within a chat, in the order of their questions', async () => {
      const user = await createChatUser(server())
      const held = model.next({ tokens, holdAt: 1 })
      const sends = await Promise.all(Array.from({ length: 8 }, (_, i) => user.ask(`Question ${i}`)))
      await held.sent(1)
      const inOrder = sends.toSorted((a, b) => a.user_message.seq - b.user_message.seq)
      expect(inOrder.flatMap((one) => [one.user_message.seq, one.assistant_message.seq])).toEqual(
        Array.from({ length: 16 }, (_, i) => i + 1),
      )
      const asked = model.requests.length
      await held.release()
      await Promise.all(sends.map(async (one) => allEvents(await user.resume(one.assistant_message.id))))
      const questions = model.requests.slice(asked).map((request) => request.messages.at(-1)?.content)
      expect(questions).toEqual(inOrder.slice(1).map((one) => one.user_message.content))
      // Each question had all answers before it in its context.
      expect(model.requests.slice(asked).map((request) => request.messages.length)).toEqual([4, 6, 8, 10, 12, 14, 16])
    })

    it('do not wait for those of other chats', async () => {
      const [slow, quick] = [await createChatUser(server()), await createChatUser(server())]
      const held = model.next({ tokens, holdAt: 1 })
      const { assistant_message } = await slow.ask('Slow')
      await held.sent(1)
      expect(textOf(await allEvents(await quick.stream('Quick')))).toBe('You said: Quick')
      await held.release()
      expect(textOf(await allEvents(await slow.resume(assistant_message.id)))).toBe(tokens.join(''))
    })

    it('update the preview of the chat, and the first question titles an untitled chat', async () => {
      const user = await createChatUser(server())
      const long = `\n  How do I bake ${'very '.repeat(20)}good bread?\nSecond line`
      await allEvents(await user.stream(long))
      const chat = await server().call(getChat, { token: user.token, params: { id: user.chatId } })
      expect(chat.title.length).toBeLessThanOrEqual(80)
      expect(chat.title).toMatch(/^How do I bake (very )+very…$/)
      expect(chat.preview).toMatch(/^You said: How do I bake/)
      await allEvents(await user.stream('And now?'))
      const later = await server().call(getChat, { token: user.token, params: { id: user.chatId } })
      expect(later).toMatchObject({ title: chat.title, preview: 'You said: And now?' })
      expect(later.last_message_at > chat.last_message_at).toBe(true)
    })

    it('require a subscription for a question, not for a repeat of one', async () => {
      const user = await createChatUser(server())
      const id = randomUUID()
      await user.ask('While it lasts', { id })
      server().advance(20 * DAY_MS)
      const { token } = await user.signInAgain()
      const send = (body: { id: string; content: string }) =>
        server().reply(sendMessage, {
          token,
          body: { ...body, chat: user.chatId },
          headers: { Prefer: 'respond-async' },
        })
      expect((await send({ id, content: 'While it lasts' })).status).toBe(202)
      expect(await send({ id: randomUUID(), content: 'After' })).toMatchObject({
        status: 403,
        body: { code: 'subscription_required' },
      })
    })

    it('report what is wrong with a question', async () => {
      const { token, chatId } = await createChatUser(server())
      const send = (body: object) =>
        server().send('/api/v1/companion/chat/', {
          method: 'POST',
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
      const id = randomUUID()
      expect(await send({ id, chat: randomUUID(), content: 'Hm' })).toMatchObject({
        status: 404,
        body: { code: 'not_found', message: 'Chat not found' },
      })
      const empty = { status: 400, body: { content: ['Write something first'] } }
      expect(await send({ id, chat: chatId, content: ' \n ' })).toMatchObject(empty)
      expect(await send({ id, chat: chatId, content: '\u0000\u0007' })).toMatchObject(empty)
      expect(await send({ id, chat: chatId, content: 'x'.repeat(32_001) })).toMatchObject({ status: 400 })
      expect(await send({ id: 'no', chat: chatId, content: 'Hm' })).toMatchObject({
        status: 400,
        body: { id: ['Invalid value'] },
      })
      const ok = await send({ id, chat: chatId, content: 'a\u0000b\ud83d' })
      expect(ok).toMatchObject({ status: 200, body: { user_message: { content: 'ab\ufffd' } } })
    })

    it('get a new version when regenerated, and keep the old one', async () => {
      const user = await createChatUser(server())
      const { token } = user
      model.next({ tokens: ['First'] })
      const [, first] = [await allEvents(await user.stream('Which?')), (await user.messages())[1]]
      if (first === undefined) throw new Error('no answer')
      const id = randomUUID()
      model.next({ tokens: ['Second'], reasoning: ['Hm.'] })
      const again = await server().call(reassess, { token, body: { id, message: first.id } })
      expect(again.assistant_message).toMatchObject({ id, content: 'Second', version: 2, seq: 3, has_reasoning: true })
      expect(again.user_message.id).toBe(first.reply_to)
      expect(await server().call(reassess, { token, body: { id, message: first.id } })).toEqual(again)
      expect(await server().reply(reassess, { token, body: { id, message: id } })).toMatchObject({ status: 409 })
      const stream = await server().open(reassess, {
        token,
        body: { id: randomUUID(), message: id },
        headers: { Accept: 'text/event-stream' },
      })
      expect((await allEvents(stream)).at(-1)).toMatchObject({ data: { assistant_message: { version: 3, seq: 4 } } })
      expect((await user.messages()).map((message) => message.content)).toEqual([
        'Which?',
        'First',
        'Second',
        'You said: Which?',
      ])
      await allEvents(await user.stream('Next'))
      const turns = model.requests
        .at(-1)
        ?.messages.slice(1)
        .map((turn) => turn.content)
      expect(turns).toEqual(['Which?', 'You said: Which?', 'Next'])
      expect(await server().call(getReasoning, { token, params: { id } })).toEqual({ message: id, reasoning: 'Hm.' })
    })

    it('cannot be regenerated before there is a question', async () => {
      const user = await createChatUser(server())
      const { user_message } = await user.ask('Hm')
      const call = (message: string) =>
        server().reply(reassess, { token: user.token, body: { id: randomUUID(), message } })
      expect(await call(user_message.id)).toMatchObject({
        status: 400,
        body: { code: 'no_previous_user_message', message: 'No previous user message found for regeneration' },
      })
      expect(await call(randomUUID())).toMatchObject({ status: 404 })
    })

    it('end with their streams when the chat is deleted', async () => {
      const user = await createChatUser(server())
      const deleted = { token: user.token, params: { id: user.chatId } }
      const held = model.next({ tokens, holdAt: 1 })
      const stream = allEvents(await user.stream('Gone soon'))
      await held.sent(1)
      await server().call(deleteChat, deleted)
      await held.cancelled()
      const interrupted = { assistant_message: { status: 'interrupted' } }
      expect((await stream).at(-1)).toMatchObject({ event: 'done', data: interrupted })

      await server().call(restoreChat, deleted)
      const again = model.next({ tokens, holdAt: 1 })
      const other = allEvents(await user.stream('Gone for good'))
      await again.sent(1)
      await server().call(deleteChat, { ...deleted, query: { permanent: true } })
      await again.cancelled()
      expect((await other).at(-1)).toMatchObject({ event: 'failed', data: { code: 'not_found' } })
    })

    it('never appear in the log', async () => {
      const user = await createChatUser(server())
      model.next({ status: 500 })
      await allEvents(await user.stream('xylophone'))
      model.next({ tokens: ['zeppelin'] })
      await allEvents(await user.stream('xylophone'))
      expect(server().logs.join('\n')).not.toMatch(/xylophone|zeppelin|secret of the provider/)
    })
  },
  { env: { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model' } },
)
