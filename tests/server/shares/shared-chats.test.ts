import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { deleteAccount, updateProfile } from '#contract/endpoints/accounts.ts'
import { liftSuspension, suspendUser } from '#contract/endpoints/admin.ts'
import {
  createChat,
  deleteChat,
  deleteMessage,
  reassess,
  restoreChat,
  sendMessage,
  updateChat,
} from '#contract/endpoints/chats.ts'
import { endShare, getShare, listSharedChats, shareChat } from '#contract/endpoints/shares.ts'
import type { SharedChat, ShareInput } from '#contract/objects/shared-chat.ts'
import { forgetEndedShares } from '#server/modules/shares/shares.repository.ts'
import { uploadFile } from '#support/api/upload-file.ts'
import { instantAssistant } from '#support/fakes/instant-assistant.ts'
import { randomText } from '#support/fixtures/test-files.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type ChatUser, chatCalls } from '#support/users/chat-user.ts'

const choices: ShareInput = { expires_in_days: 30, with_author: false, with_scores: true }

describeServerOnEachEngine(
  'a shared chat',
  (server) => {
    const share = ({ token, chatId }: ChatUser, changed: Partial<ShareInput> = {}) =>
      server().call(shareChat, { token, params: { id: chatId }, body: { ...choices, ...changed } })
    const pathOf = ({ url }: SharedChat) => new URL(url).pathname
    const open = (path: string, language = 'en') => server().send(path, { headers: { 'Accept-Language': language } })
    /** A subscriber with a chat. */
    const createSharer = async () => {
      const account = await server().registerSubscriber()
      const id = randomUUID()
      await server().call(createChat, { token: account.access, body: { id } })
      return { ...chatCalls(server(), account.access, id), account }
    }

    it('is read by anybody with the link, without an account, and is not indexed', async () => {
      const user = await createSharer()
      const { assistant_message } = await user.say('What <b>is</b> a heron?')
      const shared = await share(user)
      expect(shared).toMatchObject({ chat: user.chatId, messages: 2, with_author: false })
      const page = await open(pathOf(shared))
      expect(page.status).toBe(200)
      expect(page.text).toContain('What &lt;b&gt;is&lt;/b&gt; a heron?')
      expect(page.text).toContain(assistant_message.content)
      expect(page.headers.get('x-robots-tag')).toContain('noindex')
      expect(page.headers.get('cache-control')).toContain('no-store')
      expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
      expect(page.text).toContain('<meta name="robots" content="noindex, nofollow">')
      expect(page.text).not.toMatch(/<script|style=/)
    })

    it('has tables that scroll, because the words in their cells are not broken', async () => {
      const { text } = await server().send('/api/v1/docs.css')
      expect(text).toMatch(/\.shared \{[^}]*overflow-wrap: anywhere;/)
      expect(text).toMatch(/\.wide :is\(th, td\) \{ min-width: \d+em; overflow-wrap: break-word; \}/)
    })

    it('is shown to nobody while its owner is suspended, and again afterwards', async () => {
      const user = await createSharer()
      await user.say('What is a heron?')
      const path = pathOf(await share(user))
      const { access: token, user: admin } = await server().registerUser()
      const { db } = server().dependencies
      await db.updateTable('users').set({ is_admin: 1 }).where('id', '=', admin.id).execute()
      const params = { id: user.account.user.id }
      await server().call(suspendUser, { token, params, body: { reason: 'Advertising' } })
      const hidden = await open(path)
      expect(hidden.status).toBe(404)
      expect(hidden.text).not.toContain('heron')
      await server().call(liftSuspension, { token, params })
      expect((await open(path)).text).toContain('What is a heron?')
    })

    it('names the user only if they chose so, and no address, memory or file in any case', async () => {
      const user = await createSharer()
      await server().call(updateProfile, { token: user.token, body: { first_name: 'Zenobia', last_name: 'Quill' } })
      const file = await uploadFile(server(), user.token, randomText(), { name: 'secret-name.txt' })
      const body = { id: randomUUID(), chat: user.chatId, content: 'Look', files: [file.id] }
      await server().call(sendMessage, { token: user.token, body })
      const without = await open(pathOf(await share(user)))
      expect(without.text).not.toMatch(/Zenobia|Quill|@example/)
      expect(without.text).toContain('1 attached file is not shared')
      expect(without.text).not.toContain('secret-name')
      const named = await open(pathOf(await share(user, { with_author: true })), 'es')
      expect(named.text).toContain('compartido por Zenobia Quill el')
      expect(named.text).toContain('<html lang="es">')
    })

    it('stays as it was when it was shared, under the same link until it is shared again', async () => {
      const user = await createSharer()
      await user.say('First question')
      const first = await share(user)
      await user.say('Second question')
      await user.say('Third question')
      expect((await open(pathOf(first))).text).not.toMatch(/Second|Third/)
      const again = await share(user, { expires_in_days: null })
      expect(again).toMatchObject({ url: first.url, expires_at: null, messages: 6 })
      expect((await open(pathOf(again))).text).toMatch(/First.*Second.*Third/s)
    })

    it('shows the current path with the current version of each answer', async () => {
      const user = await createSharer()
      const { user_message, assistant_message } = await user.say('Original question')
      const body = { id: randomUUID(), message: assistant_message.id }
      await server().call(reassess, { token: user.token, body })
      const selected = { params: { id: user.chatId }, body: { versions: [assistant_message.id] } }
      await server().call(updateChat, { token: user.token, ...selected })
      expect(await share(user)).toMatchObject({ messages: 2 })
      const stored = server().dependencies.db.selectFrom('shared_chats').select('message_ids')
      const ids = await stored.where('user_id', '=', user.account.user.id).executeTakeFirstOrThrow()
      expect(JSON.parse(ids.message_ids)).toEqual([user_message.id, assistant_message.id])
      await user.say('Edited question', { replaces: user_message.id })
      const page = await open(pathOf(await share(user)))
      expect(page.text).toContain('Edited question')
      expect(page.text).not.toContain('Original question')
    })

    it('loses what the user deletes, is not shown while the chat is deleted, and ends with the account', async () => {
      const user = await createSharer()
      const { user_message } = await user.say('To be deleted')
      await user.say('To stay')
      const path = pathOf(await share(user))
      await server().call(updateChat, { token: user.token, params: { id: user.chatId }, body: { title: 'Renamed' } })
      const message = { params: { id: user.chatId, message: user_message.id } }
      await server().call(deleteMessage, { token: user.token, ...message })
      const page = await open(path)
      expect(page.text).toMatch(/<title>Renamed.*To stay/s)
      expect(page.text).not.toContain('To be deleted')
      await server().call(deleteChat, { token: user.token, params: { id: user.chatId } })
      expect((await open(path)).status).toBe(404)
      expect((await server().call(listSharedChats, { token: user.token })).results).toEqual([])
      const gone = { token: user.token, params: { id: user.chatId } }
      expect(await server().reply(shareChat, { ...gone, body: choices })).toMatchObject({ status: 404 })
      await server().call(restoreChat, gone)
      expect((await open(path)).text).toContain('To stay')
      await server().call(deleteChat, { token: user.token, params: { id: user.chatId } })
      await server().call(endShare, gone)
      await server().call(restoreChat, gone)
      expect((await open(path)).status).toBe(404)

      const leaving = await createSharer()
      await leaving.say('Hello')
      const last = pathOf(await share(leaving))
      await server().call(deleteAccount, { token: leaving.token, body: { password: leaving.account.password } })
      expect((await open(last)).status).toBe(404)
    })

    it('is gone at once when the user ends it, and a later one has another link', async () => {
      const user = await createSharer()
      await user.say('Hello')
      const first = await share(user)
      const { token, chatId } = user
      expect(await server().call(getShare, { token, params: { id: chatId } })).toEqual({ share: first })
      expect((await server().call(listSharedChats, { token })).results).toEqual([first])
      await server().call(endShare, { token, params: { id: chatId } })
      await server().call(endShare, { token, params: { id: chatId } })
      const ended = await open(pathOf(first))
      expect(ended.status).toBe(404)
      expect(ended.text).toContain('This link no longer works')
      expect((await open(pathOf(first), 'es')).text).toContain('Este enlace ya no funciona')
      expect(await server().call(getShare, { token, params: { id: chatId } })).toEqual({ share: null })
      expect((await share(user)).url).not.toBe(first.url)
    })

    it('ends at its date, and its row is forgotten', async () => {
      const user = await createSharer()
      await user.say('Hello')
      const shared = await share(user, { expires_in_days: 7 })
      const { db } = server().dependencies
      await db
        .updateTable('shared_chats')
        .set({ expires_at: new Date(server().dependencies.now() - 1).toISOString() })
        .where('user_id', '=', user.account.user.id)
        .execute()
      expect((await open(pathOf(shared))).status).toBe(404)
      const { token, chatId } = user
      expect(await server().call(getShare, { token, params: { id: chatId } })).toEqual({ share: null })
      expect((await server().call(listSharedChats, { token })).results).toEqual([])
      await forgetEndedShares(db, server().dependencies.now())
      const rows = db.selectFrom('shared_chats').select('chat_id').where('user_id', '=', user.account.user.id)
      expect(await rows.execute()).toEqual([])
    })

    it('is refused for a chat without messages, with a clear message', async () => {
      const { token } = await createSharer()
      const id = randomUUID()
      await server().call(createChat, { token, body: { id } })
      const refused = await server().reply(shareChat, { token, params: { id }, body: choices })
      expect(refused).toMatchObject({
        status: 409,
        body: { code: 'conflict', message: 'There is nothing in this chat yet that could be shared' },
      })
    })

    it('answers a link that is not whole like one that has ended', async () => {
      for (const path of ['/share/x', `/share/${'a'.repeat(32)}`, '/share/%00', `/share/${'a'.repeat(5000)}`])
        expect((await open(path)).status, path).toBe(404)
    })
  },
  { assistant: instantAssistant() },
)
