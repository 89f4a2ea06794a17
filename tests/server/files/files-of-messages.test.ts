import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { deleteAccount } from '#contract/endpoints/accounts.ts'
import { deleteChat, deleteMessage, reassess, sendMessage } from '#contract/endpoints/chats.ts'
import { createFile, getFile } from '#contract/endpoints/files.ts'
import { MESSAGE_FILES_MAX } from '#contract/limits.ts'
import type { Exchange } from '#contract/objects/chat.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { attachFiles } from '#server/modules/files/files.repository.ts'
import { storeObject } from '#server/modules/files/use-cases/stored-objects.ts'
import { sweepFiles } from '#server/modules/files/use-cases/sweep-files.ts'
import { fileInput, uploadFile } from '#support/api/upload-file.ts'
import { instantAssistant } from '#support/fakes/instant-assistant.ts'
import { createPicture, randomText } from '#support/fixtures/test-files.ts'
import { describeServerOnEachEngine } from '#support/servers/test-server.ts'
import { type ChatUser, createChatUser } from '#support/users/chat-user.ts'

describeServerOnEachEngine(
  'a message with files',
  (server, engine) => {
    const upload = async ({ token }: ChatUser, name = 'file.txt') => uploadFile(server(), token, randomText(), { name })
    const send = (
      { token, chatId }: ChatUser,
      body: { content?: string; files?: string[]; replaces?: string; id?: string },
    ) => server().reply(sendMessage, { token, body: { id: randomUUID(), chat: chatId, content: '', ...body } })
    const ask = async (user: ChatUser, body: Parameters<typeof send>[1]) => {
      const { status, body: exchange, text } = await send(user, body)
      expect(status, text).toBe(200)
      return (exchange as Exchange).user_message
    }
    const statusOf = async ({ token }: ChatUser, id: string) =>
      (await server().reply(getFile, { token, params: { id } })).status
    const stored = (user: { userId: number }) =>
      server().dependencies.db.selectFrom('stored_objects').select('name').where('user_id', '=', user.userId).execute()
    const erase = () => server().dependencies.erasure.run()
    const userIdOf = async (file: string) =>
      (
        await server()
          .dependencies.db.selectFrom('files')
          .select('user_id')
          .where('id', '=', file)
          .executeTakeFirstOrThrow()
      ).user_id

    it('returns them in their order, also without a text and in a repeat, on every device', async () => {
      const user = await createChatUser(server())
      const picture = await uploadFile(server(), user.token, await createPicture('png'), { name: 'a.png' })
      const files = [await upload(user), picture, await upload(user)]
      const ids = files.map(({ id }) => id)
      const id = randomUUID()
      expect((await ask(user, { id, files: ids })).files).toEqual(files)
      expect((await ask(user, { id, files: ids })).files).toEqual(files)
      expect(await send(user, { id, files: ids.slice(1) })).toMatchObject({
        status: 409,
        body: { code: 'id_conflict' },
      })
      const [question, answer] = await user.messages()
      expect(question?.files).toEqual(files)
      expect(answer?.files).toBeUndefined()
    })

    it('needs a text or a file, and has ten different files at most', async () => {
      const user = await createChatUser(server())
      expect(await send(user, { files: [] })).toMatchObject({
        status: 400,
        body: { content: ['Write something first'] },
      })
      const most: string[] = []
      while (most.length < MESSAGE_FILES_MAX) most.push((await upload(user)).id)
      expect(await send(user, { files: [...most, randomUUID()] })).toMatchObject({
        status: 400,
        body: { files: ['10 files is the most for one message'] },
      })
      const [first = '', second = ''] = most
      expect(await send(user, { files: [first, second, first.toUpperCase()] })).toMatchObject({
        status: 400,
        body: { files: ['Each file can be in a message only once'] },
      })
      expect((await ask(user, { files: most })).files).toHaveLength(MESSAGE_FILES_MAX)
    })

    it('is not stored while one of them is incomplete, unknown or of another user', async () => {
      const [user, other] = [await createChatUser(server()), await createChatUser(server())]
      const [bytes, id, mine] = [randomText(), randomUUID(), await upload(user)]
      await server().call(createFile, { token: user.token, body: fileInput(bytes, { id }) })
      const theirs = await upload(other)
      const message = randomUUID()
      for (const file of [id, randomUUID(), theirs.id]) {
        const refused = await send(user, { id: message, files: [mine.id, file] })
        expect(refused).toMatchObject({ status: 409, body: { code: 'files_missing' } })
      }
      expect(await user.messages()).toEqual([])
      await uploadFile(server(), user.token, bytes, { id })
      expect((await ask(user, { id: message, files: [mine.id, id] })).files).toHaveLength(2)
    })

    it('passes its files on when it is edited, unless the edit names others or none', async () => {
      const user = await createChatUser(server())
      const [one, two] = [await upload(user), await upload(user)]
      const first = await ask(user, { content: 'What is it?', files: [one.id, two.id] })
      const kept = await ask(user, { content: 'What is this?', replaces: first.id })
      expect(kept.files).toEqual([one, two])
      const changed = await ask(user, { content: 'And this?', replaces: kept.id, files: [two.id] })
      expect(changed.files).toEqual([two])
      expect((await ask(user, { content: 'Nothing?', replaces: changed.id, files: [] })).files).toEqual([])
      const again = await server().call(reassess, {
        token: user.token,
        body: { id: randomUUID(), message: (await user.messages()).at(-1)?.id ?? '' },
      })
      expect(again.user_message.files).toEqual([])
      expect((await user.messages()).find(({ id }) => id === first.id)?.files).toEqual([one, two])
    })

    it('keeps them for as long as it exists; files without a message are gone after a day', async () => {
      const user = await createChatUser(server())
      const [sent, unsent] = [await upload(user), await upload(user)]
      await ask(user, { files: [sent.id] })
      await erase()
      expect([await statusOf(user, sent.id), await statusOf(user, unsent.id)]).toEqual([200, 200])
      server().advance(DAY_MS + 1)
      await erase()
      const later = await user.signInAgain()
      expect([await statusOf(later, sent.id), await statusOf(later, unsent.id)]).toEqual([200, 404])
    })

    it('loses its files when it is deleted, alone or with its chat, but not those that another message has', async () => {
      const user = await createChatUser(server())
      const [alone, shared, inChat] = [await upload(user), await upload(user), await upload(user)]
      const userId = await userIdOf(alone.id)
      const first = await ask(user, { files: [alone.id, shared.id] })
      const second = await ask(user, { files: [shared.id, inChat.id] })
      const params = { id: user.chatId, message: first.id }
      const deleted = await server().call(deleteMessage, { token: user.token, params })
      expect(deleted.messages.find(({ id }) => id === first.id)?.files).toEqual([])
      server().advance(DAY_MS + 1)
      await erase()
      const later = await user.signInAgain()
      const statuses = async () => [
        await statusOf(later, alone.id),
        await statusOf(later, shared.id),
        await statusOf(later, inChat.id),
      ]
      expect(await statuses()).toEqual([404, 200, 200])
      expect(await stored({ userId })).toHaveLength(2)
      expect((await later.messages()).find(({ id }) => id === second.id)?.files).toEqual([shared, inChat])
      await server().call(deleteChat, { token: later.token, params: { id: user.chatId } })
      await erase()
      expect(await statuses()).toEqual([404, 200, 200])
      await server().call(deleteChat, { token: later.token, params: { id: user.chatId }, query: { permanent: true } })
      await erase()
      expect(await statuses()).toEqual([404, 404, 404])
      expect(await stored({ userId })).toEqual([])
    })

    // SQLite has one writer at a time.
    if (engine === 'postgres') {
      /** Runs work in a transaction that ends as soon as `other` waits for it; returns what `other` returns. */
      const whileWaiting = async <T>(work: (trx: Kysely<Database>) => Promise<unknown>, other: () => Promise<T>) => {
        const { db } = server().dependencies
        let done: Promise<T> | undefined
        await db.transaction().execute(async (trx) => {
          await work(trx)
          done = other()
          await vi.waitFor(async () => {
            const { rows } = await sql`select pid from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
            expect(rows).not.toEqual([])
          })
        })
        return done
      }

      it('keeps an old file that it gets while old files are deleted, and else is told that it is gone', async () => {
        const user = await createChatUser(server())
        const { id } = await upload(user)
        const userId = await userIdOf(id)
        const { id: messageId } = await ask(user, { content: 'Look' })
        server().advance(DAY_MS + 1)
        const attach = (trx: Kysely<Database>) => attachFiles(trx, { userId, messageId }, [id])
        await whileWaiting(attach, () => sweepFiles(server().dependencies))
        const later = await user.signInAgain()
        expect(await statusOf(later, id)).toBe(200)
        const { db } = server().dependencies
        await db.deleteFrom('message_files').where('file_id', '=', id).execute()
        const isAttached = await whileWaiting(
          (trx) => trx.deleteFrom('files').where('id', '=', id).execute(),
          () => db.transaction().execute(attach),
        )
        expect(isAttached).toBe(false)
      })
    }

    it('leaves no byte of its files in the store soon after the account is deleted', async () => {
      const user = await server().registerSubscriber()
      const bytes = await createPicture('png', 64, 64)
      await uploadFile(server(), user.access, bytes)
      const { objects } = await server()
        .dependencies.db.selectFrom('stored_objects')
        .select((eb) => eb.fn.countAll().as('objects'))
        .where('user_id', '=', user.id)
        .executeTakeFirstOrThrow()
      expect(Number(objects)).toBe(2)
      const folder = join(server().dependencies.config.dataDir, 'files')
      const names = (await stored({ userId: user.id })).map(({ name }) => join(folder, name.slice(0, 2), name))
      expect(names.map((name) => existsSync(name))).toEqual([true, true])
      await server().call(deleteAccount, { token: user.access, body: { password: user.password } })
      await erase()
      expect(names.map((name) => existsSync(name))).toEqual([false, false])
      const { db } = server().dependencies
      expect(await db.selectFrom('stored_objects').select('name').where('user_id', 'is', null).execute()).toEqual([])
      expect(readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.part'))).toEqual([])
    })

    it('leaves no byte of a file that was still being stored when the account was deleted', async () => {
      const user = await server().registerUser()
      const { dependencies } = server()
      const put = vi.fn(async (name: string, bytes: Uint8Array<ArrayBuffer>) => {
        await server().call(deleteAccount, { token: user.access, body: { password: user.password } })
        await erase()
        await dependencies.files.put(name, bytes)
      })
      const stored = storeObject({ ...dependencies, files: { ...dependencies.files, put } }, user.id, new Uint8Array(9))
      await expect(stored).rejects.toMatchObject({ code: 'not_found' })
      const [name = ''] = put.mock.calls[0] ?? []
      expect(await dependencies.files.open(name)).toBeNull()
      const { db } = dependencies
      expect(await db.selectFrom('stored_objects').select('name').where('name', '=', name).execute()).toEqual([])
    })
  },
  { assistant: instantAssistant() },
)
