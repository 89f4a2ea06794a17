import { randomUUID } from 'node:crypto'
import { v5 } from 'uuid'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import type { BodyOf } from '#contract/endpoint.ts'
import { exportAccount } from '#contract/endpoints/accounts.ts'
import {
  deleteChat,
  deleteMessage,
  emptyDeleted,
  getChat,
  getMessages,
  listChats,
  sendMessage,
} from '#contract/endpoints/chats.ts'
import { getUsageLimits, search, updateChatProfile } from '#contract/endpoints/companion.ts'
import { checkImport, type ImportedChat, importChats } from '#contract/endpoints/import.ts'
import { AccountExport } from '#contract/objects/export/account-export.ts'
import { findPath } from '#offline/chats/current-path.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { forgetTombstones } from '#server/modules/chats/tombstones.repository.ts'
import { instantAssistant } from '#support/fakes/instant-assistant.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'

type Body = BodyOf<typeof importChats>

const at = (minute: number) => `2024-03-05T10:${String(minute).padStart(2, '0')}:00.000Z`

/**
 * A chat with two questions and their answers; the first answer has two versions, and the second question was edited.
 */
function makeChat() {
  const ids = { chat: randomUUID(), q1: randomUUID(), a1: randomUUID(), a1b: randomUUID(), q2: randomUUID() }
  const more = { a2: randomUUID(), q2b: randomUUID(), a2b: randomUUID() }
  const all = { ...ids, ...more }
  const { q1, a1, a1b, q2, a2, q2b, a2b } = all
  const answer = (id: string, reply_to: string, minute: number, content: string) => ({
    ...{ id, role: 'assistant' as const, reply_to, created_at: at(minute), content, model: 'gpt-4o' },
  })
  const question = (id: string, parent: string | null, minute: number, content: string) => ({
    ...{ id, role: 'user' as const, parent, created_at: at(minute), content },
  })
  const chat: ImportedChat = {
    id: all.chat,
    title: 'Herons',
    created_at: at(0),
    is_archived: true,
    path: q2,
    versions: [a1],
    messages: [
      question(q1, null, 1, 'What is a heron?'),
      answer(a1, q1, 2, 'A wading bird with a zygodont beak'),
      answer(a1b, q1, 3, 'A bird'),
      question(q2, q1, 4, 'Where do they live?'),
      answer(a2, q2, 5, 'Near water'),
      question(q2b, q1, 6, 'Where do they sleep?'),
      answer(a2b, q2b, 7, 'In trees'),
    ],
  }
  return { ids: all, chat }
}

describeServerOnEachEngine(
  'an import',
  (server) => {
    const createImporter = async () => {
      const account = await server().registerSubscriber()
      const token = account.access
      const importThem = async (chats: ImportedChat[], others: Partial<Body> = {}) =>
        (await server().call(importChats, { token, body: { source: 'chatgpt', chats, ...others } })).results
      const check = async (chats: ImportedChat[]) => {
        const body = { chats: chats.map(({ id, messages }) => ({ id, newest: messages.at(-1)?.id ?? '' })) }
        return (await server().call(checkImport, { token, body })).results.map(({ state }) => state)
      }
      const read = (id: string) => server().call(getMessages, { token, params: { id } })
      return { account, token, importThem, check, read }
    }

    it('stores chats with their times, title, branches and versions, as the device shows them', async () => {
      const { importThem, read } = await createImporter()
      const { ids, chat } = makeChat()
      expect(await importThem([chat])).toEqual([{ id: ids.chat, state: 'created', added: 7 }])
      const stored = await read(ids.chat)
      expect(stored.chat).toMatchObject({
        ...{ title: 'Herons', created_at: at(0), last_message_at: at(7), is_archived: true, is_saved: false },
        ...{ path: ids.q2, versions: [ids.a1], preview: 'Near water', expires_at: null },
      })
      expect(stored.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7])
      expect(stored.messages[0]).toMatchObject({ role: 'user', created_at: at(1), parent: null, status: 'complete' })
      expect(stored.messages[2]).toMatchObject({ reply_to: ids.q1, version: 2, model: 'gpt-4o', scores: null })
      for (const message of stored.messages) expect(message.imported_from).toBe('chatgpt')
      const { hidden, editsOf } = findPath(stored.messages, [], stored.chat.path)
      expect([...hidden]).toEqual([ids.q2b, ids.a2b])
      expect(editsOf(ids.q2)).toEqual([ids.q2, ids.q2b])
      const superseded = stored.messages.filter(({ superseded_by }) => superseded_by === ids.q2).map(({ id }) => id)
      expect(superseded).toEqual([ids.q2b, ids.a2b])
    })

    it('is there once when it comes twice, also at the same moment and in portions', async () => {
      const { importThem, read, check } = await createImporter()
      const { ids, chat } = makeChat()
      expect(await check([chat])).toEqual(['new'])
      const first = { ...chat, messages: chat.messages.slice(0, 3) }
      const second = { ...chat, messages: chat.messages.slice(2) }
      await Promise.all([importThem([first]), importThem([first])])
      expect(await check([chat])).toEqual(['grown'])
      expect(await importThem([second])).toEqual([{ id: ids.chat, state: 'known', added: 4 }])
      expect(await check([chat])).toEqual(['known'])
      const before = await read(ids.chat)
      expect(await importThem([chat, chat])).toEqual([
        { id: ids.chat, state: 'known', added: 0 },
        { id: ids.chat, state: 'known', added: 0 },
      ])
      const { synced_at: _, ...after } = await read(ids.chat)
      expect(after).toEqual({ chat: before.chat, messages: before.messages, has_more: false })
      expect(before.chat).toMatchObject({ path: ids.q2, versions: [ids.a1] })
      expect(before.messages).toHaveLength(7)
    })

    it('asks no model, scores nothing and costs no tokens', async () => {
      const { importThem, account, token } = await createImporter()
      const { chat } = makeChat()
      await importThem([chat])
      const { db } = server().dependencies
      for (const table of ['generations', 'scores', 'usage_entries'] as const) {
        const rows = await db.selectFrom(table).select('user_id').where('user_id', '=', account.user.id).execute()
        expect(rows, table).toEqual([])
      }
      expect((await server().call(getUsageLimits, { token })).tokens.used).toBe(0)
    })

    it('is found by search, exported with the account, and continued like any chat', async () => {
      const { importThem, token, read } = await createImporter()
      const { ids, chat } = makeChat()
      await importThem([chat])
      const found = await server().call(search, { token, query: { q: 'zygodont' } })
      expect(JSON.stringify(found)).toContain(ids.a1)
      const exported = v.parse(AccountExport, (await server().reply(exportAccount, { token })).body)
      expect(exported.chats[0]?.messages[0]).toMatchObject({ id: ids.q1, imported_from: 'chatgpt' })
      const own = { id: randomUUID(), chat: ids.chat, content: 'And why?', parent: ids.a2 }
      const { user_message } = await server().call(sendMessage, { token, body: own })
      expect(user_message).toMatchObject({ parent: ids.q2, seq: 8 })
      // The other product's chat has grown meanwhile: it comes beside what was written here, which stays in front.
      const grown = { id: randomUUID(), role: 'user' as const, parent: ids.q2, created_at: at(9), content: 'Elsewhere' }
      const again = { ...chat, path: grown.id, messages: [...chat.messages, grown] }
      expect(await importThem([again])).toEqual([{ id: ids.chat, state: 'known', added: 1 }])
      const after = await read(ids.chat)
      const { hidden } = findPath(after.messages, [], after.chat.path)
      expect(hidden.has(own.id)).toBe(false)
      expect(hidden.has(grown.id)).toBe(true)
    })

    it('goes on with its new messages when what was written here was deleted', async () => {
      const { importThem, token, read } = await createImporter()
      const { ids, chat } = makeChat()
      await importThem([chat])
      const own = { id: randomUUID(), chat: ids.chat, content: 'And why?', parent: ids.a2 }
      await server().call(sendMessage, { token, body: own })
      await server().call(deleteMessage, { token, params: { id: ids.chat, message: own.id } })
      const q3 = { id: randomUUID(), role: 'user' as const, parent: ids.q2, created_at: at(9), content: 'Elsewhere' }
      const a3 = { id: randomUUID(), role: 'assistant' as const, reply_to: q3.id, created_at: at(9), content: 'There' }
      await importThem([{ ...chat, path: q3.id, messages: [...chat.messages, q3, a3] }])
      const after = await read(ids.chat)
      const { hidden } = findPath(after.messages, [], after.chat.path)
      expect([hidden.has(q3.id), hidden.has(a3.id)]).toEqual([false, false])
      expect(after.chat).toMatchObject({ path: null, preview: 'There' })
    })

    it('starts the expiry of a chat that is not saved again when it brings new messages', async () => {
      const { account, importThem, token } = await createImporter()
      await server().call(updateChatProfile, { token, body: { unsaved_chats_days: 30 } })
      const { ids, chat } = makeChat()
      await importThem([{ ...chat, messages: chat.messages.slice(0, 2), path: null, versions: [] }])
      const ofChat = server()
        .dependencies.db.updateTable('chats')
        .where('user_id', '=', account.user.id)
        .where('id', '=', ids.chat)
      await ofChat.set({ expires_at: at(0), expires_warned_at: at(0) }).execute()
      expect(await importThem([chat])).toEqual([{ id: ids.chat, state: 'known', added: 5 }])
      const read = () =>
        server()
          .dependencies.db.selectFrom('chats')
          .select(['expires_at', 'expires_warned_at'])
          .where('id', '=', ids.chat)
      const { expires_at, expires_warned_at } = await read().executeTakeFirstOrThrow()
      const days = (Date.parse(expires_at ?? '') - server().dependencies.now()) / DAY_MS
      expect([Math.round(days), expires_warned_at]).toEqual([30, null])
      await ofChat.set({ expires_at: at(0) }).execute()
      await importThem([chat])
      expect(await read().executeTakeFirstOrThrow()).toMatchObject({ expires_at: at(0) })
    })

    it('leaves deleted chats and messages deleted, and brings back erased chats on request only', async () => {
      const { importThem, token, check, read } = await createImporter()
      const { ids, chat } = makeChat()
      await importThem([chat])
      const params = { id: ids.chat }
      await server().call(deleteChat, { token, params })
      expect(await check([chat])).toEqual(['deleted'])
      expect(await importThem([chat])).toEqual([{ id: ids.chat, state: 'deleted', added: 0 }])
      await server().call(emptyDeleted, { token })
      expect(await check([chat])).toEqual(['erased'])
      expect(await importThem([chat])).toEqual([{ id: ids.chat, state: 'erased', added: 0 }])
      expect((await server().reply(getChat, { token, params })).status).toBe(404)
      expect(await importThem([chat], { again: true })).toEqual([{ id: ids.chat, state: 'created', added: 7 }])
      expect((await read(ids.chat)).messages).toHaveLength(7)
      const { deleted } = await server().call(listChats, { token, query: { updated_after: at(0) } })
      expect(deleted).not.toContain(ids.chat)
    })

    it('brings back on request only what was erased long ago, if it came from another product', async () => {
      const { account, importThem, token, check } = await createImporter()
      const { db, now } = server().dependencies
      const [foreign, own] = [makeChat().chat, makeChat().chat]
      foreign.id = v5('a chat', v5.URL)
      await importThem([foreign, own])
      for (const { id } of [foreign, own]) {
        await server().call(deleteChat, { token, params: { id }, query: { permanent: true } })
      }
      await db
        .updateTable('deletions')
        .set({ deleted_at: at(0) } as never)
        .where('user_id', '=', account.user.id)
        .execute()
      await forgetTombstones(db, now())
      expect(await check([foreign, own])).toEqual(['erased', 'new'])
    })

    it('refuses a chat that makes no sense, and stores the others of its portion', async () => {
      const { importThem, token } = await createImporter()
      const { ids, chat } = makeChat()
      const other = makeChat()
      const sole = (message: ImportedChat['messages'][number]) => ({ ...makeChat().chat, messages: [message] })
      const question = { id: randomUUID(), role: 'user' as const, created_at: at(1), content: 'x' }
      const results = await importThem([
        chat,
        sole({ ...question, parent: randomUUID() }),
        sole({ ...question, role: 'assistant', reply_to: randomUUID() }),
        sole({ ...question, role: 'assistant' }),
        // A message of another chat.
        sole({ ...question, parent: ids.q1 }),
        sole({ ...question, id: ids.q1 }),
        other.chat,
      ])
      const refused = Array.from({ length: 5 }, () => 'refused')
      expect(results.map(({ state }) => state)).toEqual(['created', ...refused, 'created'])
      expect((await server().call(listChats, { token })).results).toHaveLength(2)
    })

    it('clamps times that have not come yet, and names a chat without a title by its first question', async () => {
      const { importThem, read } = await createImporter()
      const { ids, chat } = makeChat()
      const messages = chat.messages.map((message) => ({ ...message, created_at: '2999-01-01T00:00:00.000Z' }))
      await importThem([{ ...chat, title: '', created_at: '2999-01-01T00:00:00.000Z', messages }])
      const stored = await read(ids.chat)
      expect(stored.chat.title).toBe('What is a heron?')
      const now = new Date(server().dependencies.now()).toISOString()
      for (const time of [stored.chat.created_at, stored.chat.last_message_at, stored.messages[0]?.created_at])
        expect(String(time) <= now).toBe(true)
    })

    it('needs a subscription', async () => {
      const { access: token } = await server().registerUser()
      const body: Body = { source: 'claude', chats: [makeChat().chat] }
      const refused = await server().reply(importChats, { token, body })
      expect(refused).toMatchObject({ status: 403, body: { code: 'subscription_required' } })
    })
  },
  { assistant: instantAssistant() },
)
