import { randomUUID } from 'node:crypto'
import { afterAll, expect, it, vi } from 'vitest'
import { getChat, reassess, sendMessage, stopAnswer } from '#contract/endpoints/chats.ts'
import { allEvents } from '#support/api/answer-stream.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
afterAll(() => model.close())

describeServerOnEachEngine(
  'a question that is edited and sent again',
  (server) => {
    const someone = async () => {
      const user = await createChatUser(server())
      const messages = async () =>
        (await user.messages()).map(({ content, replaces, superseded_by }) => ({ content, replaces, superseded_by }))
      const chat = () => server().call(getChat, { token: user.token, params: { id: user.chatId } })
      const again = (message: string, more: { id?: string; continue?: true } = {}) =>
        server().reply(reassess, { token: user.token, body: { id: randomUUID(), message, ...more } })
      const send = (body: { id?: string; content: string; replaces?: string; chat?: string }) =>
        server().reply(sendMessage, {
          token: user.token,
          body: { id: randomUUID(), chat: user.chatId, ...body },
          headers: { Prefer: 'respond-async' },
        })
      return { ...user, list: messages, info: chat, again, send }
    }

    it('begins a new branch of the chat, and the model sees only that path', async () => {
      const user = await someone()
      const first = await user.say('One?')
      const second = await user.say('Two?')
      await user.say('Three?')
      const edit = await user.say('Two, better?', { replaces: second.user_message.id })
      expect(model.lastTurns()).toEqual(['One?', 'You said: One?', 'Two, better?'])
      const id = edit.user_message.id
      const old = { replaces: null, superseded_by: id }
      expect(await user.list()).toEqual([
        { content: 'One?', replaces: null, superseded_by: null },
        { content: 'You said: One?', replaces: null, superseded_by: null },
        { content: 'Two?', ...old },
        { content: 'You said: Two?', ...old },
        { content: 'Three?', ...old },
        { content: 'You said: Three?', ...old },
        { content: 'Two, better?', replaces: second.user_message.id, superseded_by: null },
        { content: 'You said: Two, better?', replaces: null, superseded_by: null },
      ])
      await user.say('Four?')
      expect(model.lastTurns()).toEqual(['One?', 'You said: One?', 'Two, better?', 'You said: Two, better?', 'Four?'])
      // A branch of a branch that starts at the first question again replaces all of it.
      await user.say('Zero?', { replaces: first.user_message.id })
      expect(model.lastTurns()).toEqual(['Zero?'])
      expect((await user.list()).filter(({ superseded_by }) => superseded_by === null)).toHaveLength(2)
    })

    it('keeps later versions of earlier answers with their question', async () => {
      const user = await someone()
      const first = await user.say('One?')
      const second = await user.say('Two?')
      const version = await user.again(first.assistant_message.id)
      expect(version.status).toBe(200)
      await user.say('Two again?', { replaces: second.user_message.id })
      expect((await user.messages())[4]).toMatchObject({ version: 2, seq: 5, superseded_by: null })
      expect((await user.again(first.assistant_message.id)).status).toBe(200)
    })

    it('returns the same result for the same id, and a conflict for another edit under it', async () => {
      const user = await someone()
      const { user_message } = await user.say('Was?')
      const body = { id: randomUUID(), content: 'Is?', replaces: user_message.id }
      const first = await user.send(body)
      await vi.waitFor(async () => expect((await user.messages()).at(-1)?.status).toBe('complete'))
      await user.say('Later?', { replaces: body.id })
      const repeats = await Promise.all([user.send(body), user.send(body)])
      for (const repeat of repeats) {
        expect(repeat).toMatchObject({ status: 202, body: { user_message: { id: body.id, content: 'Is?' } } })
      }
      expect(first.status).toBe(202)
      expect(await user.list()).toHaveLength(6)
      expect(await user.send({ id: body.id, content: 'Is?' })).toMatchObject({
        status: 409,
        body: { code: 'id_conflict' },
      })
    })

    it('creates one branch for twenty simultaneous repeats', async () => {
      const user = await someone()
      const { user_message } = await user.say('Was?')
      const body = { id: randomUUID(), content: 'Is?', replaces: user_message.id }
      const replies = await Promise.all(Array.from({ length: 20 }, () => user.send(body)))
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([202]))
      expect((await user.messages()).map(({ seq }) => seq)).toEqual([1, 2, 3, 4])
    })

    it('replaces the latest edit of the same question, whichever device sent it first', async () => {
      const user = await someone()
      const { user_message } = await user.say('Was?')
      const one = await user.say('From one', { replaces: user_message.id })
      await user.say('More there')
      const two = await user.say('From two', { replaces: user_message.id })
      expect(two.user_message.replaces).toBe(one.user_message.id)
      expect(model.lastTurns()).toEqual(['From two'])
      const active = (await user.list()).filter(({ superseded_by }) => superseded_by === null)
      expect(active.map(({ content }) => content)).toEqual(['From two', 'You said: From two'])
    })

    it('begins its branch where it was asked, also in one that another edit has replaced', async () => {
      const user = await someone()
      const first = await user.say('One?')
      const second = await user.say('Two?')
      await user.say('Zero?', { replaces: first.user_message.id })
      await user.say('Two, better?', { replaces: second.user_message.id })
      expect(model.lastTurns()).toEqual(['One?', 'You said: One?', 'Two, better?'])
      const active = (await user.list()).filter(({ superseded_by }) => superseded_by === null)
      expect(active.map(({ content }) => content)).toEqual([
        ...['One?', 'You said: One?', 'Two, better?', 'You said: Two, better?'],
      ])
    })

    it('must name a question of this chat and this user', async () => {
      const user = await someone()
      const other = await someone()
      const { user_message, assistant_message } = await user.say('Mine')
      const theirs = await other.say('Theirs')
      for (const replaces of [assistant_message.id, theirs.user_message.id, randomUUID()]) {
        expect(await user.send({ content: 'Hm', replaces })).toMatchObject({
          status: 400,
          body: { code: 'invalid_message_or_chat' },
        })
      }
      expect(await other.send({ content: 'Hm', chat: user.chatId, replaces: user_message.id })).toMatchObject({
        status: 404,
      })
      expect(await user.list()).toHaveLength(2)
    })

    it('stops the answer that is being written in the old branch, which can be answered again', async () => {
      const user = await someone()
      const held = model.next({ tokens: ['Old ', 'words'], holdAt: 1 })
      const old = await user.ask('Was?')
      await held.sent(1)
      const queued = await user.ask('Behind it?')
      const edit = await user.say('Is?', { replaces: old.user_message.id })
      await held.cancelled()
      expect(edit.assistant_message).toMatchObject({ status: 'complete', content: 'You said: Is?' })
      const [, answer, , waiting] = await user.messages()
      expect(answer).toMatchObject({
        id: old.assistant_message.id,
        status: 'interrupted',
        superseded_by: edit.user_message.id,
      })
      expect(waiting).toMatchObject({ id: queued.assistant_message.id, status: 'interrupted', content: '' })
      expect(await user.info()).toMatchObject({ preview: 'You said: Is?', title: 'Is?' })
      const stop = { token: user.token, params: { id: user.chatId }, body: { message: old.assistant_message.id } }
      expect(await server().reply(stopAnswer, stop)).toMatchObject({ status: 200, body: { status: 'interrupted' } })
      expect((await user.again(old.assistant_message.id, { continue: true })).status).toBe(200)
      const active = (await user.list()).filter(({ superseded_by }) => superseded_by === null)
      expect(active.map(({ content }) => content)).toEqual([
        'Was?',
        'Old ',
        'Behind it?',
        '',
        expect.stringMatching(/^Old /),
      ])
    })

    it('renames a chat whose title was made of the old question, and no other', async () => {
      const user = await someone()
      const first = await user.say('An old name')
      expect((await user.info()).title).toBe('An old name')
      const second = await user.say('Not the name')
      await user.say('Not the name either', { replaces: second.user_message.id })
      expect((await user.info()).title).toBe('An old name')
      await user.say('A new name', { replaces: first.user_message.id })
      expect(await user.info()).toMatchObject({ title: 'A new name', preview: 'You said: A new name' })
    })
  },
  { env: { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model' } },
)

describeServerOnEachEngine(
  'an interrupted answer',
  (server) => {
    it('is continued as a new version that begins with its text and its reasoning', async () => {
      const user = await createChatUser(server())
      model.next({ tokens: ['Half a ', 'sent'], reasoning: ['Hm.'], end: 'destroy' })
      const { assistant_message: half } = await user.say('Well?')
      expect(half).toMatchObject({ status: 'interrupted', content: 'Half a sent', failure: 'assistant_broken' })
      model.next({ tokens: ['ence', '.'], reasoning: [' So.'] })
      const body = { id: randomUUID(), message: half.id, continue: true as const }
      const headers = { Accept: 'text/event-stream' }
      const events = await allEvents(await server().open(reassess, { token: user.token, body, headers }))
      const text = events.flatMap((event) => (event.event === 'delta' ? event.data.text : []))
      expect([text[0], text.join('')]).toEqual(['Half a sent', 'Half a sentence.'])
      expect(events.at(-1)).toMatchObject({
        event: 'done',
        data: { assistant_message: { id: body.id, version: 2, status: 'complete', content: 'Half a sentence.' } },
      })
      const [question, begun, goOn] = model.lastTurns() ?? []
      expect([question, begun]).toEqual(['Well?', 'Half a sent'])
      expect(goOn).toMatch(/^Your answer broke off there/)
      // A later question has one complete answer in its context.
      await user.say('Next?')
      expect(model.lastTurns()).toEqual(['Well?', 'Half a sentence.', 'Next?'])
      const repeat = await server().call(reassess, { token: user.token, body })
      expect(repeat.assistant_message).toMatchObject({ content: 'Half a sentence.', version: 2 })
      const other = await server().reply(reassess, { token: user.token, body: { id: body.id, message: half.id } })
      expect(other).toMatchObject({ status: 409, body: { code: 'id_conflict' } })
    })

    it('keeps all of its text when the continuation is interrupted too, or stopped before its first chunk', async () => {
      const user = await createChatUser(server())
      model.next({ tokens: ['One '], end: 'destroy' })
      const first = (await user.say('Count')).assistant_message
      const goOn = (message: string) => ({ id: randomUUID(), message, continue: true as const })
      model.next({ tokens: ['two '], end: 'destroy' })
      const { token } = user
      const second = (await server().call(reassess, { token, body: goOn(first.id) })).assistant_message
      expect(second).toMatchObject({ status: 'interrupted', content: 'One two ', version: 2 })
      model.next({ tokens: [] })
      const none = (await server().call(reassess, { token, body: goOn(second.id) })).assistant_message
      expect(none).toMatchObject({ status: 'interrupted', content: 'One two ', failure: 'assistant_empty' })
      const held = model.next({ tokens: ['three'], holdAt: 0 })
      const headers = { Prefer: 'respond-async' }
      const third = (await server().call(reassess, { token, body: goOn(second.id), headers })).assistant_message
      // Stopped earlier, the model would never be called, and its script would be left for the next test.
      await held.asked()
      expect(await user.stop(third.id)).toMatchObject({ status: 'interrupted', content: 'One two ', failure: null })
      await held.cancelled()
    })

    it('is continued from its end with less of the chat as context, and a very long one stays as it is', async () => {
      const user = await createChatUser(server())
      const goOn = (message: string) =>
        server().reply(reassess, { token: user.token, body: { id: randomUUID(), message, continue: true } })
      model.next({ tokens: ['z'.repeat(62_000)] })
      await user.say('Before?')
      const text = 'x'.repeat(20_000) + 'y'.repeat(20_000)
      model.next({ tokens: [text], end: 'destroy' })
      const { assistant_message: half } = await user.say('Long?')
      // With the end of the answer, the first question no longer fits: the model summarises it before it goes on.
      model.next({ tokens: ['They spoke.'] })
      model.next({ tokens: ['end'] })
      expect(await goOn(half.id)).toMatchObject({ body: { assistant_message: { content: `${text}end` } } })
      expect(model.lastTurns()?.slice(0, -1)).toEqual(['Long?', 'y'.repeat(12_000)])
      model.next({ tokens: ['w'.repeat(60_001)], end: 'destroy' })
      const { assistant_message: longer } = await user.say('Longer?')
      expect(await goOn(longer.id)).toMatchObject({ status: 413, body: { code: 'payload_too_large' } })
    })

    it('is the only kind of answer that can be continued', async () => {
      const user = await createChatUser(server())
      const { assistant_message } = await user.say('Whole?')
      const body = { id: randomUUID(), message: assistant_message.id, continue: true as const }
      expect(await server().reply(reassess, { token: user.token, body })).toMatchObject({
        status: 409,
        body: { code: 'conflict', message: 'Only an answer that broke off can be continued' },
      })
      expect(await user.messages()).toHaveLength(2)
    })
  },
  { env: { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model' } },
)
