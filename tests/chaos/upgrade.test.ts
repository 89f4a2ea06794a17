import { Dexie } from 'dexie'
import { v7 as uuid } from 'uuid'
import { expect, onTestFinished, test } from 'vitest'
import { createApi } from '#api/client.ts'
import { CompanionDatabase } from '#offline/database/database.ts'
import { flush } from '#offline/flush/flush.ts'
import { createRecordTokens } from '#session/token-record/token-record.ts'
import type { ApiUser } from '../../scripts/demo/api-user.ts'
import './support/client.ts'
import { environmentForFile } from './support/chaos-environment.ts'
import { flawless, Ledger } from './support/ledger.ts'

const environment = environmentForFile()

/** The database of the very first build, which devices may still have. */
class FirstBuild extends Dexie {
  constructor(name: string, frozen: boolean) {
    super(name)
    this.version(1).stores({
      session: 'key',
      device: 'key',
      chats: '[account+id], [account+last_message_at]',
      messages: '[account+id], [account+chat+seq]',
      folders: '[account+id]',
      tags: '[account+id]',
      drafts: '[account+chat]',
      outbox: '++order, &id, account, [account+chat]',
      sync: '[account+scope]',
    })
    this.on('versionchange', () => {
      if (frozen) return false
      this.close()
      return undefined
    })
  }
}

/** An old tab with three messages that were typed into a new chat offline. */
async function openOldTab(ledger: Ledger, testUser: ApiUser, frozen: boolean) {
  const name = `chaos-${uuid()}`
  const old = new FirstBuild(name, frozen)
  const { user, access, refresh } = testUser.authenticated
  const chatId = uuid()
  const common = {
    account: user.id,
    chat: chatId,
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
    lease: null,
    error: null,
  }
  const now = Date.now()
  await old.table('session').put({ key: 'current', generation: 3, user, access, refresh })
  const creation = { id: chatId, title: 'Old', folder: null, tags: [] }
  await old.table('outbox').add({ ...common, id: uuid(), kind: 'chat.create', created_at: now, body: creation })
  for (let n = 0; n < 3; n += 1) {
    const id = uuid()
    const content = ledger.enter(user.id, chatId, 'typed in the old build')
    const body = { id, chat: chatId, content, request_mode: 'text', response_mode: 'text' }
    await old.table('outbox').add({ ...common, id, kind: 'message.send', created_at: now, body })
  }
  await old.table('drafts').put({ account: user.id, chat: chatId, text: 'half a thought', updated_at: now })
  onTestFinished(async () => {
    old.close()
    await Dexie.delete(name)
  })
  return { name, old, chat: chatId }
}

async function sendAll(db: CompanionDatabase, user: ApiUser): Promise<void> {
  const tokens = createRecordTokens(db, async () => {})
  const api = createApi({ baseUrl: environment().proxy.url, tokens, language: () => 'en', locks: undefined })
  await flush({ db, api, userId: user.authenticated.user.id })
}

test('a new build takes over the queue and the drafts of an open tab with the old build', async () => {
  const [ledger, user] = [new Ledger(), await environment().registerUser()]
  const { name, old, chat: chatId } = await openOldTab(ledger, user, false)
  const db = new CompanionDatabase({ name })
  onTestFinished(() => db.close())
  await sendAll(db, user)
  expect(await ledger.judge(environment().rows)).toEqual(flawless(3))
  expect(await db.drafts.get([user.authenticated.user.id, chatId])).toMatchObject({ text: 'half a thought' })
  expect(old.isOpen()).toBe(db.verno === old.verno)
})

test('a new build waits for a frozen old tab, says so, and then continues with all its data', async () => {
  const [ledger, user] = [new Ledger(), await environment().registerUser()]
  const { name, old } = await openOldTab(ledger, user, true)
  const blocked = Promise.withResolvers<string>()
  const db = new CompanionDatabase({ name, onBlocked: () => blocked.resolve('blocked') })
  onTestFinished(() => db.close())
  const sent = sendAll(db, user)
  await Promise.race([blocked.promise, sent])
  old.close()
  await sent
  expect(await ledger.judge(environment().rows)).toEqual(flawless(3))
})
