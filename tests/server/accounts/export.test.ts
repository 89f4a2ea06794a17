import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import * as v from 'valibot'
import { beforeAll, describe, expect, it, test } from 'vitest'
import { exportAccount } from '#contract/endpoints/accounts.ts'
import { AccountExport } from '#contract/objects/export/account-export.ts'
import { textDownload } from '#server/http/response/text-download.ts'
import { exportAccount as exportText } from '#server/modules/accounts/export/export-account.ts'
import { exportRules } from '#server/modules/accounts/export/export-rules.ts'
import { liveTables } from '#support/database/dump.ts'
import { insertTestChat, insertTestMessages } from '#support/database/insert-rows.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { describeServerOnEachEngine, startTestServer } from '#support/servers/test-server.ts'
import { createUserInEveryTable, type UserInEveryTable } from '#support/users/user-in-every-table.ts'

describeServerOnEachEngine('the data export', (server) => {
  const download = (token: string) => server().reply(exportAccount, { token })
  const exported = async (token: string) => v.parse(AccountExport, (await download(token)).body)

  it('lists every table and column as exported, or gives the reason why it is not', async () => {
    const columnsOf = (rule: object) => ('columns' in rule ? Object.keys(rule.columns as object).sort() : 'left out')
    const tables = await liveTables(server().dependencies.db)
    expect([...tables.keys()].sort()).toEqual(Object.keys(exportRules).sort())
    for (const [table, rule] of Object.entries(exportRules)) {
      if ('leftOut' in rule) expect(rule.leftOut.length, table).toBeGreaterThan(20)
      else expect(columnsOf(rule), table).toEqual(tables.get(table)?.sort())
    }
  })

  describe('of a user with data in every table', () => {
    let testUser: UserInEveryTable
    let other: UserInEveryTable
    let text: string
    let file: AccountExport

    beforeAll(async () => {
      testUser = await createUserInEveryTable(server())
      other = await createUserInEveryTable(server())
      const { status, headers, body, text: whole } = await download(testUser.access)
      expect([status, Object.fromEntries(headers)]).toMatchObject([
        200,
        {
          'content-type': 'application/json',
          'content-disposition': `attachment; filename="companion-export-${new Date().toISOString().slice(0, 10)}.json"`,
          'cache-control': 'no-store',
        },
      ])
      text = whole
      file = v.parse(AccountExport, body)
    })

    it('has an entry in every section', () => {
      const empty = Object.entries(file).filter(([, part]) => part === null || (Array.isArray(part) && !part.length))
      expect(empty).toEqual([])
    })

    it('contains the profile, the messages and every version of the answers', () => {
      const { user, chats, folders, tags, deleted, subscriptions, plans } = file
      expect(user).toMatchObject({ id: testUser.user.id, email: testUser.email, first_name: 'Ada', is_admin: false })
      expect(folders).toMatchObject([{ id: testUser.folderId, name: 'Home', color: '#aa0000' }])
      expect(tags).toMatchObject([{ id: testUser.tagId, name: 'Garden' }])
      const [chat] = chats
      expect(chat).toMatchObject({
        id: testUser.chatId,
        title: 'Tomatoes',
        folder_id: testUser.folderId,
        is_titled: true,
      })
      expect(chat?.tags).toEqual([{ tag_id: testUser.tagId }])
      expect(chat?.messages.map(({ role, version, status }) => [role, version, status])).toEqual([
        ['user', 1, 'complete'],
        ['assistant', 1, 'complete'],
        ['assistant', 2, 'complete'],
      ])
      expect(chat?.messages[0]?.content).toContain('tomatoes')
      expect(chat?.messages[1]?.content).not.toBe('')
      expect(deleted).toHaveLength(1)
      expect(subscriptions).toMatchObject([
        { status: 'active', is_trial: false, plan_id: plans[0]?.id, source: 'sandbox', scheduled_at: null },
      ])
      expect(plans).toMatchObject([{ title: 'Monthly' }])
      expect(file.terms).toMatchObject([{ title: 'Monthly', price: '9.99' }])
      expect(file.invoices).toMatchObject([{ description: 'Monthly', total: 999, status: 'paid', source: 'sandbox' }])
    })

    it('contains the photo itself', async () => {
      const bytes = Buffer.from(file.photo?.content.split(',')[1] ?? '', 'base64')
      expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 512 })
    })

    it('contains the files themselves, with the names and messages that have them', () => {
      const [uploaded, unfinished] = file.files.toSorted((a, b) => b.received - a.received)
      expect(uploaded).toMatchObject({ name: 'garden.txt', received: uploaded?.size })
      expect(unfinished).toMatchObject({ name: 'unfinished.txt', received: 10 })
      expect(file.message_files).toMatchObject([{ position: 0, file_id: uploaded?.id }])
      expect(file.file_contents).toMatchObject([{ sha256: uploaded?.sha256, media_type: 'text/plain', is_cut: false }])
      const [, content = ''] = file.file_contents[0]?.content?.split('base64,') ?? []
      expect(Buffer.from(content, 'base64').toString()).toBe('The garden in May')
    })

    it('names the files of messages before the chats, for an import that reads it once', () => {
      const parts = [...text.matchAll(/^"(files|message_files|chats)":/gm)].map(([, part]) => part)
      expect(parts).toEqual(['files', 'message_files', 'chats'])
    })

    it('contains the devices and the audit entries by and about the user', () => {
      expect(file.sessions).toHaveLength(2)
      expect(file.push_subscriptions).toMatchObject([{ endpoint: new URL(testUser.endpoint).host }])
      expect(file.audit.map(({ action, actor_id }) => [action, actor_id])).toEqual([
        ['user.changed', 'you'],
        ['admin.made', null],
      ])
    })

    it('contains no secret and no data of other users', async () => {
      const { db } = server().dependencies
      const [row, push, token, known] = await Promise.all([
        db.selectFrom('users').select('password_hash').where('id', '=', testUser.user.id).executeTakeFirstOrThrow(),
        db.selectFrom('push_subscriptions').selectAll().executeTakeFirstOrThrow(),
        db.selectFrom('one_time_tokens').select('token_hash').executeTakeFirstOrThrow(),
        db.selectFrom('known_addresses').select('address_hash').executeTakeFirstOrThrow(),
      ])
      const secrets = [row.password_hash ?? 'none', push.p256dh, push.auth, token.token_hash, known.address_hash]
      for (const secret of [...secrets, testUser.endpoint, testUser.refresh]) expect(text).not.toContain(secret)
      for (const own of [other.email, other.chatId, other.folderId, other.tagId]) expect(text).not.toContain(own)
    })
  })

  it('has every section for a new user, most of them empty', async () => {
    const { access, user } = await server().registerUser()
    const file = await exported(access)
    expect(file).toMatchObject({ user: { id: user.id }, photo: null, chats: [], subscriptions: [], audit: [] })
  })

  it('is read in pages while it is sent, and has every message of a large account once, in order', async () => {
    const { access, user } = await server().registerUser()
    const { db } = server().dependencies
    const chats = Array.from({ length: 110 }, () => randomUUID())
    for (const id of chats) await insertTestChat(db, user.id, id)
    const [long] = chats
    for (let first = 1; first <= 3000; first += 500) {
      const contents = Array.from({ length: 500 }, (_, n) => `message ${first + n} "quoted" \u2028 🎵 </script>`)
      await insertTestMessages(db, user.id, long ?? '', contents, first)
    }
    const file = await exported(access)
    expect(file.chats.map(({ id }) => id)).toEqual([...chats].sort())
    const messages = file.chats.find(({ id }) => id === long)?.messages ?? []
    expect(messages.map(({ seq }) => seq)).toEqual(Array.from({ length: 3000 }, (_, n) => n + 1))
    expect(messages[41]?.content).toBe('message 42 "quoted" \u2028 🎵 </script>')

    let reads = 0
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        reads += 1
        expect(result.rows.length).toBeLessThanOrEqual(100)
        return result
      },
    })
    const chunks = exportText({ db: counted, files: server().dependencies.files, now: Date.now }, user.id)
    await chunks.next()
    await chunks.next()
    await chunks.next()
    expect(reads).toBe(1)
    for await (const chunk of chunks) expect(chunk.length).toBeLessThan(10_000)
    expect(reads).toBeGreaterThan(110 * 2 + 30)
  })

  it('is available to its owner only', async () => {
    expect((await server().send('/api/v1/accounts/export/')).status).toBe(401)
  })
})

test('the data export is rate limited', async () => {
  const storage = await createTestStorage('sqlite')
  const server = await startTestServer(storage, { env: { RATE_LIMITS: 'on' } })
  try {
    const { access } = await server.registerUser()
    for (let time = 0; time < 5; time += 1) {
      expect((await server.reply(exportAccount, { token: access })).status).toBe(200)
    }
    const reply = await server.reply(exportAccount, { token: access })
    expect(reply).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
  } finally {
    await server.close()
    await storage.remove()
  }
})

describe('a streamed download', () => {
  const lines: unknown[] = []
  const log = { error: (...line: unknown[]) => void lines.push(line) } as never
  const options = { name: 'a.json', type: 'application/json', log }

  it('is never mistaken for a complete one when it fails half-way', async () => {
    async function* source() {
      yield 'x'.repeat(100_000)
      throw new Error('the disk is gone')
    }
    await expect(textDownload(source(), options).text()).rejects.toThrow('broke off')
    expect(lines).toHaveLength(1)
  })

  it('applies backpressure, and ends its source when the reader disconnects', async () => {
    let made = 0
    let ended = false
    async function* source() {
      try {
        for (; ; made += 1) yield 'x'.repeat(70_000)
      } finally {
        ended = true
      }
    }
    const reader = textDownload(source(), options).body?.getReader()
    await reader?.read()
    expect(made).toBeLessThan(3)
    await reader?.cancel()
    expect(ended).toBe(true)
  })
})
