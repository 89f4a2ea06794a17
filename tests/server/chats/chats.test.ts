import { randomUUID } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import {
  clearHistory,
  createChat,
  deleteChat,
  getChat,
  getMessages,
  listChats,
  reassess,
  sendMessage,
  stopAnswer,
  streamAnswer,
  updateChat,
} from '#contract/endpoints/chats.ts'
import { createTag, deleteTag, updateChatProfile } from '#contract/endpoints/companion.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

const model = await startModelServer()
afterAll(() => model.close())

describeServerOnEachEngine(
  'chats',
  (server) => {
    const somebody = async () => {
      const { access: token } = await server().registerSubscriber()
      return token
    }
    const make = (token: string, title = '', id = randomUUID()) =>
      server().call(createChat, { token, body: { id, ...(title === '' ? {} : { title }) } })

    it('are created once for repeated requests with the same id', async () => {
      const token = await somebody()
      const body = { id: randomUUID(), title: 'Bread' }
      const replies = await Promise.all(Array.from({ length: 20 }, () => server().reply(createChat, { token, body })))
      expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1)
      expect(replies.filter((reply) => reply.status === 200)).toHaveLength(19)
      await server().call(updateChat, { token, params: { id: body.id }, body: { title: 'Sourdough' } })
      const late = await server().reply(createChat, { token, body })
      expect(late).toMatchObject({ status: 200, body: { id: body.id, title: 'Sourdough' } })
    })

    it('reject an id that another chat already uses', async () => {
      const token = await somebody()
      const { id } = await make(token, 'One')
      const reply = await server().reply(createChat, { token, body: { id, title: 'Two' } })
      expect(reply).toMatchObject({ status: 409, body: { code: 'id_conflict' } })
    })

    it('never get an earlier update time, even when the clock goes back', async () => {
      const token = await somebody()
      const chat = await make(token, 'Now')
      const tag = await server().call(createTag, { token, body: { id: randomUUID(), name: 'x' } })
      const tagged = await server().call(updateChat, { token, params: chat, body: { tags_add: [tag.id] } })
      expect(tagged.updated_at > chat.updated_at).toBe(true)
      server().advance(-60_000)
      const renamed = await server().call(updateChat, { token, params: chat, body: { title: 'Before' } })
      expect(renamed.updated_at > tagged.updated_at).toBe(true)
      await server().call(deleteTag, { token, params: tag })
      const body = { id: randomUUID(), chat: chat.id, content: 'Hello' }
      await server().call(sendMessage, { token, body })
      const now = await server().call(getChat, { token, params: chat })
      expect(now).toMatchObject({ title: 'Before', tags: [], updated_at: renamed.updated_at })
      server().advance(60_000)
    })

    it('require a subscription to be created, not to be read or repeated', async () => {
      const { access: token } = await server().registerUser()
      const reply = await server().reply(createChat, { token, body: { id: randomUUID() } })
      expect(reply).toMatchObject({ status: 403, body: { code: 'subscription_required' } })
      expect(await server().call(listChats, { token })).toMatchObject({ results: [], deleted: [] })
    })

    it('never expire unless the user has chosen a number of days', async () => {
      const token = await somebody()
      expect((await make(token)).expires_at).toBeNull()
      await server().call(updateChatProfile, { token, body: { tone: 'dry' } })
      expect((await make(token)).expires_at).toBeNull()
    })

    it('expire after the chosen days when they are unsaved, and never when they are saved', async () => {
      const token = await somebody()
      await server().call(updateChatProfile, { token, body: { unsaved_chats_days: 30 } })
      const chat = await make(token)
      expect(Date.parse(chat.expires_at ?? '') - Date.parse(chat.created_at)).toBe(30 * DAY_MS)
      const params = { id: chat.id }
      const saved = await server().call(updateChat, { token, params, body: { is_saved: true } })
      expect(saved).toMatchObject({ is_saved: true, expires_at: null })
      const unsaved = await server().call(updateChat, { token, params, body: { is_saved: false } })
      expect(Date.parse(unsaved.expires_at ?? '')).toBeGreaterThan(Date.now())
    })

    it('accept only the user’s own folders and tags', async () => {
      const token = await somebody()
      const { id } = await make(token)
      const folder = await server().reply(updateChat, { token, params: { id }, body: { folder: randomUUID() } })
      expect(folder).toMatchObject({ status: 400, body: { folder: ['Invalid value'] } })
      const tags = await server().reply(createChat, { token, body: { id: randomUUID(), tags: [randomUUID()] } })
      expect(tags).toMatchObject({ status: 400, body: { tags: ['Invalid value'] } })
    })

    it('strip control characters from titles', async () => {
      const token = await somebody()
      const chat = await make(token, 'a\u0000b\ud800c')
      expect(chat.title).toBe('ab\ufffdc')
    })

    it('are listed in pages without gaps while chats change', async () => {
      const token = await somebody()
      const ids: string[] = []
      for (let i = 0; i < 7; i++) ids.push((await make(token, `Chat number ${i}`)).id)
      const first = await server().call(listChats, { token, query: { limit: 3 } })
      const [oldest = ''] = ids
      await server().call(updateChat, { token, params: { id: oldest }, body: { title: 'Moved to the top' } })
      const seen = [...first.results]
      for (let cursor = first.next_cursor; cursor !== null; ) {
        const page = await server().call(listChats, { token, query: { limit: 3, cursor } })
        expect(page.synced_at).toBe(first.synced_at)
        seen.push(...page.results)
        cursor = page.next_cursor
      }
      expect(new Set(seen.map((chat) => chat.id)).size).toBe(seen.length)
      const delta = await server().call(listChats, { token, query: { updated_after: first.synced_at } })
      const all = new Set([...seen, ...delta.results].map((chat) => chat.id))
      expect([...all].sort()).toEqual([...ids].sort())
      expect(delta.results[0]?.title).toBe('Moved to the top')
    })

    it('reject a cursor that was not issued for the list', async () => {
      const token = await somebody()
      for (const cursor of ['x', 'bnVsbA', Buffer.from('["a","b","c"]').toString('base64url')]) {
        expect(await server().reply(listChats, { token, query: { cursor } })).toMatchObject({ status: 400 })
      }
    })

    it('report to a returning device what was changed and deleted since its last visit', async () => {
      const token = await somebody()
      const [kept, gone] = [await make(token, 'Kept'), await make(token, 'Gone')]
      server().advance(60_000)
      const before = await server().call(listChats, { token })
      server().advance(60_000)
      expect((await server().call(listChats, { token, query: { updated_after: before.synced_at } })).results).toEqual(
        [],
      )
      await server().call(deleteChat, { token, params: { id: gone.id } })
      await server().call(updateChat, { token, params: { id: kept.id }, body: { title: 'Changed' } })
      const delta = await server().call(listChats, { token, query: { updated_after: before.synced_at } })
      expect(delta.results.map((chat) => chat.title)).toEqual(['Changed'])
      expect(delta.deleted).toEqual([gone.id])
      expect((await server().call(listChats, { token })).deleted).toEqual([])
    })

    it('are deleted for good once, and stay deleted', async () => {
      const user = await createChatUser(server())
      const { token, chatId } = user
      await user.ask('Will this stay?')
      const deletion = () => server().reply(deleteChat, { token, params: { id: chatId }, query: { permanent: true } })
      expect((await deletion()).status).toBe(204)
      expect((await deletion()).status).toBe(204)
      expect(await server().reply(getChat, { token, params: { id: chatId } })).toMatchObject({ status: 404 })
      const again = await server().reply(createChat, { token, body: { id: chatId } })
      expect(again).toMatchObject({ status: 409, body: { code: 'id_conflict' } })
      const unknown = await server().reply(deleteChat, { token, params: { id: randomUUID() } })
      expect(unknown).toMatchObject({ status: 404, body: { code: 'not_found', message: 'Chat not found' } })
      const { db } = server().dependencies
      const left = await db.selectFrom('messages').select('id').where('chat_id', '=', chatId).execute()
      expect(left).toEqual([])
    })

    it('are cleared with the history, saved ones only on request', async () => {
      const token = await somebody()
      const saved = await make(token, 'Saved')
      await server().call(updateChat, { token, params: { id: saved.id }, body: { is_saved: true } })
      await make(token)
      await make(token)
      expect(await server().call(clearHistory, { token })).toEqual({ deleted: 2 })
      expect((await server().call(listChats, { token })).results.map((chat) => chat.id)).toEqual([saved.id])
      expect(await server().call(clearHistory, { token, query: { include_saved: true } })).toEqual({ deleted: 1 })
    })

    it('return their messages in pages by position', async () => {
      const user = await createChatUser(server())
      for (let i = 0; i < 4; i++) await user.ask(`Question ${i}`)
      const page = async (query: { before?: number; after?: number; limit?: number }) => {
        const { messages, has_more } = await server().call(getMessages, {
          token: user.token,
          params: { id: user.chatId },
          query,
        })
        return { seqs: messages.map((message) => message.seq), has_more }
      }
      expect(await page({})).toEqual({ seqs: [1, 2, 3, 4, 5, 6, 7, 8], has_more: false })
      expect(await page({ limit: 3 })).toEqual({ seqs: [6, 7, 8], has_more: true })
      expect(await page({ limit: 3, before: 6 })).toEqual({ seqs: [3, 4, 5], has_more: true })
      expect(await page({ limit: 3, before: 3 })).toEqual({ seqs: [1, 2], has_more: false })
      expect(await page({ limit: 3, after: 3 })).toEqual({ seqs: [4, 5, 6], has_more: true })
      expect(await page({ after: 6 })).toEqual({ seqs: [7, 8], has_more: false })
    })

    it('are not found when they belong to another user', async () => {
      const owner = await createChatUser(server())
      const { assistant_message: answer } = await owner.ask('A secret?')
      const token = await somebody()
      const params = { id: owner.chatId }
      const body = { id: randomUUID(), chat: owner.chatId, content: 'Mine?' }
      const replies = [
        await server().reply(getChat, { token, params }),
        await server().reply(getMessages, { token, params }),
        await server().reply(updateChat, { token, params, body: { title: 'Mine' } }),
        await server().reply(deleteChat, { token, params }),
        await server().reply(sendMessage, { token, body }),
        await server().reply(streamAnswer, { token, params, query: { message: answer.id } }),
        await server().reply(stopAnswer, { token, params, body: { message: answer.id } }),
        await server().reply(reassess, { token, body: { id: randomUUID(), message: answer.id } }),
      ]
      expect(replies.map((reply) => reply.status)).toEqual(replies.map(() => 404))
      const own = await server().reply(createChat, { token, body: { id: owner.chatId } })
      expect(own.status).toBe(201)
    })
  },
  { env: { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model' } },
)
