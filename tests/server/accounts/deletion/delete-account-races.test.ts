import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount, getProfile } from '#contract/endpoints/accounts.ts'
import { sendMessage } from '#contract/endpoints/chats.ts'
import { createFolder } from '#contract/endpoints/companion.ts'
import { lockChat } from '#server/modules/chats/chat-lock.repository.ts'
import { insertTestChat, insertTestMessages } from '#support/database/insert-rows.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { untilWaiting } from '#support/database/until-waiting.ts'
import { startTestServer, type TestServer } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

// SQLite has one writer at a time.
describe('deleting an account (PostgreSQL)', () => {
  let storage: TestStorage
  let server: TestServer
  const leave = ({ access }: { access: string }) =>
    server.reply(deleteAccount, { token: access, body: { password: 'a quiet evening' } })

  beforeAll(async () => {
    storage = await createTestStorage('postgres', { migrated: true })
    server = await startTestServer(storage)
  })
  afterAll(async () => {
    await server?.close()
    await storage?.remove()
  })

  it('waits for writes in progress, and rejects later writes as signed out', async () => {
    const { token, chatId } = await createChatUser(server)
    const { id: user_id } = await server.call(getProfile, { token })
    const { db } = server.dependencies
    const gaveWay = () => server.logs.filter((line) => line.includes('gave way')).length
    const noted = gaveWay()
    let left: Promise<{ status: number }> | undefined
    await db.transaction().execute(async (trx) => {
      await lockChat(trx, user_id, chatId)
      left = leave({ access: token })
      await untilWaiting(db, 1)
      await insertTestMessages(trx, user_id, chatId, ['Just in time'])
    })
    expect((await left)?.status).toBe(204)
    expect(gaveWay()).toBe(noted)

    const late = await server.registerUser()
    let folder: Promise<unknown> | undefined
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('users').where('id', '=', late.user.id).execute()
      folder = server.reply(createFolder, { token: late.access, body: { id: randomUUID(), name: 'Late' } })
      await untilWaiting(db, 1)
    })
    expect(await folder).toMatchObject({ status: 401, body: { code: 'token_not_valid' } })
  })

  it('does not deadlock with a question to a chat that was just created', async () => {
    const { token } = await createChatUser(server)
    const { id: user_id } = await server.call(getProfile, { token })
    const { db } = server.dependencies
    const chat = randomUUID()
    let left: Promise<{ status: number }> | undefined
    let sent: Promise<{ status: number }> | undefined
    const noted = server.logs.length
    await db.transaction().execute(async (sessions) => {
      await sessions.selectFrom('sessions').select('id').where('user_id', '=', user_id).forUpdate().execute()
      await db.transaction().execute(async (trx) => {
        await insertTestChat(trx, user_id, chat)
        left = leave({ access: token })
        await untilWaiting(db, 1, 'select "id", "email" from "users"')
      })
      // The deletion holds the lock of the user now, and waits for the sessions.
      await untilWaiting(db, 1, 'delete from "users"')
      sent = server.reply(sendMessage, { token, body: { id: randomUUID(), chat, content: 'Hello' } })
      await untilWaiting(db, 2)
    })
    expect((await left)?.status).toBe(204)
    expect([401, 404]).toContain((await sent)?.status)
    expect(server.logs.slice(noted).filter((line) => /gave way|deadlock|"level":[56]0/.test(line))).toEqual([])
  })

  it('lets the transaction that stores a question in a new chat commit first', async () => {
    const { token } = await createChatUser(server)
    const { id: user_id } = await server.call(getProfile, { token })
    const { db } = server.dependencies
    const chat = randomUUID()
    let left: Promise<{ status: number }> | undefined
    await db.transaction().execute(async (question) => {
      await db.transaction().execute(async (trx) => {
        await trx.selectFrom('users').select('id').where('id', '=', user_id).forKeyShare().execute()
        left = leave({ access: token })
        await untilWaiting(db, 1, 'select "id", "email" from "users"')
        await insertTestChat(db, user_id, chat)
        await lockChat(question, user_id, chat)
      })
      // The deletion had the lock of the user, and has released it.
      await untilWaiting(db, 1, 'select "id" from "chats"')
      await insertTestMessages(question, user_id, chat, ['Just in time'])
    })
    expect((await left)?.status).toBe(204)
    expect(await db.selectFrom('chats').select('id').where('user_id', '=', user_id).execute()).toEqual([])
  })
})
