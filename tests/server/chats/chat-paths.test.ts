import { randomUUID } from 'node:crypto'
import { afterAll, expect, it, vi } from 'vitest'
import { deleteMessage, getChat, listChats, reassess, sendMessage, updateChat } from '#contract/endpoints/chats.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
afterAll(() => model.close())

describeServerOnEachEngine(
  'the current path of a chat',
  (server) => {
    const someone = async () => {
      const user = await createChatUser(server())
      const params = { id: user.chatId }
      const choose = (body: { path?: string | null; versions?: string[] }) =>
        server().reply(updateChat, { token: user.token, params, body })
      const shown = async () =>
        (await user.messages())
          .filter(({ role, status, superseded_by }) => role === 'user' && status !== 'deleted' && !superseded_by)
          .map(({ content }) => content)
      const info = () => server().call(getChat, { token: user.token, params })
      const again = (message: string, more: { continue?: true } = {}) =>
        server().call(reassess, { token: user.token, body: { id: randomUUID(), message, ...more } })
      return { ...user, choose, shown, info, again }
    }
    /** One? with Two? and Three?, and Two? edited twice; the second edit has Four? below it. */
    const branched = async () => {
      const user = await someone()
      const ask = async (content: string, given?: { replaces: string }) => (await user.say(content, given)).user_message
      const one = await ask('One?')
      const two = await ask('Two?')
      const three = await ask('Three?')
      const edited = await ask('Two, edited?', { replaces: two.id })
      const again = await ask('Two, again?', { replaces: edited.id })
      const four = await ask('Four?')
      return { ...user, one, two, three, edited, again, four }
    }

    it('names the question before each, and leads to the newest unless another one is chosen', async () => {
      const user = await branched()
      const asked = (await user.messages()).filter(({ role }) => role === 'user')
      expect(asked.map(({ parent }) => parent)).toEqual([
        ...[null, user.one.id, user.two.id, user.one.id, user.one.id, user.again.id],
      ])
      expect(await user.info()).toMatchObject({ path: null, versions: [], preview: 'You said: Four?' })
      expect(await user.choose({ path: user.two.id })).toMatchObject({
        status: 200,
        body: { path: user.three.id, preview: 'You said: Three?' },
      })
      expect(await user.shown()).toEqual(['One?', 'Two?', 'Three?'])
      expect(await user.choose({ path: user.edited.id })).toMatchObject({ body: { path: user.edited.id } })
      expect(await user.shown()).toEqual(['One?', 'Two, edited?'])
      expect(await user.choose({ path: user.again.id })).toMatchObject({ body: { path: null } })
      expect(await user.shown()).toEqual(['One?', 'Two, again?', 'Four?'])
      await user.choose({ path: user.two.id })
      expect(await user.choose({ path: null })).toMatchObject({ body: { path: null } })
      expect(await user.shown()).toEqual(['One?', 'Two, again?', 'Four?'])
    })

    it('is the same after a repeat, and the later of two choices counts', async () => {
      const user = await branched()
      await Promise.all(Array.from({ length: 8 }, () => user.choose({ path: user.two.id })))
      const once = await user.messages()
      await user.choose({ path: user.two.id })
      expect((await user.messages()).map(({ superseded_by }) => superseded_by)).toEqual(
        once.map(({ superseded_by }) => superseded_by),
      )
      await Promise.all([user.choose({ path: user.edited.id }), user.choose({ path: user.again.id })])
      const { path } = await user.info()
      expect(await user.shown()).toEqual(path === null ? ['One?', 'Two, again?', 'Four?'] : ['One?', 'Two, edited?'])
    })

    it('is continued by the next question, and only it is told to the model', async () => {
      const user = await branched()
      await user.choose({ path: user.edited.id })
      await user.say('Five?')
      expect(model.lastTurns()).toEqual(['One?', 'You said: One?', 'Two, edited?', 'You said: Two, edited?', 'Five?'])
      expect(await user.info()).toMatchObject({ path: null, preview: 'You said: Five?' })
      expect(await user.shown()).toEqual(['One?', 'Two, edited?', 'Five?'])
      await user.choose({ path: user.two.id })
      await user.say('Six?')
      expect(model.lastTurns()).toEqual([
        ...['One?', 'You said: One?', 'Two?', 'You said: Two?', 'Three?', 'You said: Three?', 'Six?'],
      ])
    })

    it('follows a question that was asked under another one, whatever another device has chosen since', async () => {
      const user = await branched()
      const { user_message } = await user.say('Five?', { parent: user.three.id })
      expect(user_message.parent).toBe(user.three.id)
      expect(await user.shown()).toEqual(['One?', 'Two?', 'Three?', 'Five?'])
      // Asked under a question that has been continued: at the end of its path.
      const next = await user.say('Six?', { parent: user.two.id })
      expect(next.user_message.parent).toBe(user_message.id)
      expect(model.lastTurns()?.slice(-3)).toEqual(['Five?', 'You said: Five?', 'Six?'])
      // A message of no chat, or of another one, is no place: the question is not lost.
      const other = await someone()
      const theirs = await other.say('Theirs')
      for (const parent of [randomUUID(), theirs.user_message.id]) {
        const { user_message: asked } = await user.say('Seven?', { parent })
        expect(asked.parent).not.toBe(parent)
      }
      expect(await user.shown()).toHaveLength(7)
    })

    it('lets a repeated question stay where it is, and refuses the same id under another one', async () => {
      const user = await branched()
      const id = randomUUID()
      const first = await user.say('Five?', { id, parent: user.three.id })
      await user.choose({ path: user.edited.id })
      expect((await user.say('Five?', { id, parent: user.three.id })).user_message).toMatchObject({
        id,
        parent: first.user_message.parent,
      })
      expect(await user.shown()).toEqual(['One?', 'Two, edited?'])
      const body = { id, chat: user.chatId, content: 'Five?', parent: user.one.id }
      expect(await server().reply(sendMessage, { token: user.token, body })).toMatchObject({
        status: 409,
        body: { code: 'id_conflict' },
      })
    })

    it('finishes an answer that is being written elsewhere, from its own path', async () => {
      const user = await branched()
      const held = model.next({ tokens: ['Later ', 'words'], holdAt: 1 })
      const { assistant_message } = await user.ask('Five?')
      await held.sent(1)
      const queued = await user.ask('Behind it?')
      await user.choose({ path: user.two.id })
      await held.release()
      const isWritten = async () => (await user.messages()).every(({ status }) => status === 'complete')
      await vi.waitFor(async () => expect(await isWritten()).toBe(true))
      expect((await user.messages()).find(({ id }) => id === assistant_message.id)).toMatchObject({
        content: 'Later words',
        superseded_by: user.two.id,
      })
      expect(model.lastTurns()?.slice(-3)).toEqual(['Five?', 'Later words', 'Behind it?'])
      expect(await user.info()).toMatchObject({ path: user.three.id, preview: 'You said: Three?' })
      await user.choose({ path: queued.user_message.id })
      expect(await user.shown()).toEqual(['One?', 'Two, again?', 'Four?', 'Five?', 'Behind it?'])
    })

    it('has the chosen version of each answer, until a new one is asked for', async () => {
      const user = await someone()
      const { assistant_message: first } = await user.say('One?')
      model.next({ tokens: ['Another.'] })
      const { assistant_message: second } = await user.again(first.id)
      await user.say('Two?')
      expect(model.lastTurns()).toEqual(['One?', 'Another.', 'Two?'])
      expect(await user.choose({ versions: [first.id] })).toMatchObject({ body: { versions: [first.id] } })
      await user.say('Three?')
      expect(model.lastTurns()?.slice(0, 3)).toEqual(['One?', 'You said: One?', 'Two?'])
      expect(await user.choose({ versions: [second.id] })).toMatchObject({ body: { versions: [second.id] } })
      await user.choose({ versions: [first.id] })
      model.next({ tokens: ['A third.'] })
      const { assistant_message: third } = await user.again(first.id)
      expect((await user.info()).versions).toEqual([])
      await user.say('Four?')
      expect(model.lastTurns()?.slice(0, 2)).toEqual(['One?', 'A third.'])
      await user.choose({ versions: [second.id] })
      const gone = { token: user.token, params: { id: user.chatId, message: second.id } }
      await server().call(deleteMessage, gone)
      await user.say('Five?')
      expect(model.lastTurns()?.slice(0, 2)).toEqual(['One?', third.content])
    })

    it('comes to other devices with the list of chats, and its messages with theirs', async () => {
      const user = await branched()
      const { synced_at } = await server().call(listChats, { token: user.token, query: {} })
      await user.choose({ path: user.two.id })
      const query = { updated_after: synced_at }
      const { results } = await server().call(listChats, { token: user.token, query })
      expect(results).toMatchObject([{ id: user.chatId, path: user.three.id }])
      const moved = (await user.messages()).filter(({ updated_at }) => updated_at >= (results[0]?.updated_at ?? ''))
      expect(moved.length).toBeLessThanOrEqual(8)
    })

    it('is refused for what is no message of the chat, and no version of an answer', async () => {
      const user = await branched()
      const other = await someone()
      const theirs = await other.say('Theirs')
      const before = await user.messages()
      const wrong = [
        { path: randomUUID() },
        { path: theirs.user_message.id },
        { versions: [randomUUID()] },
        { versions: [theirs.assistant_message.id] },
        { versions: [user.one.id] },
      ]
      for (const choice of wrong) {
        expect(await user.choose(choice)).toMatchObject({ status: 400, body: { code: 'invalid_message_or_chat' } })
      }
      expect(await user.messages()).toEqual(before)
      expect(await user.info()).toMatchObject({ path: null, versions: [] })
    })
  },
  { env: { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model' } },
)
