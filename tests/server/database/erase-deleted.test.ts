import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteAccount } from '#contract/endpoints/accounts.ts'
import { clearHistory, createChat, deleteChat, emptyDeleted, sendMessage } from '#contract/endpoints/chats.ts'
import { createFolder, createTag, search, updateChatProfile } from '#contract/endpoints/companion.ts'
import { createCleanupJob } from '#server/modules/housekeeping/cleanup-job.ts'
import type { TestUser } from '#support/api/test-client.ts'
import { runInPostgres } from '#support/database/run-in-postgres.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { instantAssistant } from '#support/fakes/instant-assistant.ts'
import { startTestServer, type TestServer } from '#support/servers/test-server.ts'
import { backupSqlite } from '../../../scripts/backup/backup-sqlite.ts'

/** Words that occur nowhere else. None is a prefix of another, because the index shares prefixes. */
const words = {
  email: 'aquavondrel',
  lastName: 'brintosculm',
  chat: 'cuvermondaly',
  question: 'dwistelporth',
  repeated: 'ephrumtivask',
  folder: 'fjordalquist',
  tag: 'gribnolvetch',
  preferredName: 'hexlomburand',
  memory: 'ivmortaskeel',
}
type Word = keyof typeof words
const allWords = Object.keys(words) as Word[]
const chatWords: Word[] = ['chat', 'question', 'repeated']

describe('data that a user has deleted (SQLite)', () => {
  let storage: TestStorage
  let server: TestServer
  beforeAll(async () => {
    storage = await createTestStorage('sqlite')
    server = await startTestServer(storage, { assistant: instantAssistant(), erasure: { delayMs: 1, pauseMs: 1 } })
  })
  afterAll(async () => {
    await server.close()
    await storage.remove()
  })

  /** The words of which a trace is left in the files. */
  function traces(...files: string[]): Word[] {
    const text = files
      .filter((file) => existsSync(file))
      .map((file) => readFileSync(file, 'latin1').toLowerCase())
      .join('\n')
    // Without its first letters, which the index may store in another place.
    return allWords.filter((word) => text.includes(words[word].slice(3)))
  }
  const database = () => join(storage.dataDir, 'companion.sqlite')
  const tracesInDatabase = () => traces(database(), `${database()}-wal`)
  async function tracesInBackup(): Promise<Word[]> {
    const { file } = await backupSqlite(storage.dataDir, join(storage.dataDir, `${randomUUID()}.sqlite`), null)
    return traces(file)
  }
  /** Clears the history of a user and empties Recently deleted. */
  async function deleteAll(token: string): Promise<void> {
    await server.call(clearHistory, { token, query: { include_saved: true } })
    await server.call(emptyDeleted, { token })
  }
  const ask = ({ access: token }: TestUser, chat: string, content: string) =>
    server.call(sendMessage, { token, body: { id: randomUUID(), chat, content } })
  const makeChat = async ({ access: token }: TestUser, title: string) =>
    (await server.call(createChat, { token, body: { id: randomUUID(), title } })).id

  /** A user with all of the words, and another who writes at the same time, so that their rows share pages. */
  async function liveTogether(): Promise<TestUser> {
    const user = await server.registerSubscriber({ email: `${words.email}@example.org`, last_name: words.lastName })
    const { access: token } = user
    const other = await server.registerSubscriber()
    await server.call(createFolder, { token, body: { id: randomUUID(), name: words.folder, color: '#aa0000' } })
    await server.call(createTag, { token, body: { id: randomUUID(), name: words.tag } })
    const memories_add = [{ id: randomUUID(), text: words.memory }]
    await server.call(updateChatProfile, { token, body: { preferred_name: words.preferredName, memories_add } })
    await writeTogether(user, other)
    return user
  }

  async function writeTogether(user: TestUser, other: TestUser): Promise<string[]> {
    const own = [await makeChat(user, `About ${words.chat}`), await makeChat(user, words.repeated)]
    const others = [await makeChat(other, 'About something else'), await makeChat(other, 'And more')]
    for (let n = 0; n < 40; n += 2) {
      const turn = (n / 2) % 2
      await ask(user, own[turn] ?? '', `${words.question} ${`${n}${words.repeated} and some words more `.repeat(n)}`)
      await ask(other, others[turn] ?? '', `Number ${n}: ${'nothing that anybody looks for '.repeat(50 - n)}`)
    }
    return own
  }

  it('is in no file of the database after the account is deleted, nor in a later backup', async () => {
    const user = await liveTogether()
    expect(tracesInDatabase()).toEqual(allWords)
    const reply = await server.reply(deleteAccount, { token: user.access, body: { password: user.password } })
    expect(reply.status).toBe(204)
    await vi.waitFor(() => expect(tracesInDatabase()).toEqual([]))
    expect(await tracesInBackup()).toEqual([])
  })

  it('is in no file of the database after the whole history is cleared', async () => {
    const [user, other] = [await server.registerSubscriber(), await server.registerSubscriber()]
    await writeTogether(user, other)
    expect(tracesInDatabase()).toEqual(chatWords)
    await deleteAll(user.access)
    await vi.waitFor(() => expect(tracesInDatabase()).toEqual([]))
  })

  it('is in no backup after one chat is deleted, and in no file of the database after the daily cleanup', async () => {
    const [user, other] = [await server.registerSubscriber(), await server.registerSubscriber()]
    for (const id of await writeTogether(user, other)) {
      await server.call(deleteChat, { token: user.access, params: { id }, query: { permanent: true } })
    }
    expect(tracesInDatabase()).not.toEqual([])
    expect(await tracesInBackup()).toEqual([])
    const cleanupJob = createCleanupJob(server.dependencies)
    await cleanupJob.runOnce()
    await cleanupJob.stop()
    await vi.waitFor(() => expect(tracesInDatabase()).toEqual([]))
  })

  it('is erased later when another program is reading the database, without blocking anybody', async () => {
    const [user, other] = [await server.registerSubscriber(), await server.registerSubscriber()]
    await writeTogether(user, other)
    const reader = new DatabaseSync(database(), { readOnly: true })
    reader.exec('begin; select count(*) from messages')
    await deleteAll(user.access)
    await vi.waitFor(() => expect(server.logs.some((line) => line.includes('was not erased yet'))).toBe(true))
    expect(tracesInDatabase()).not.toEqual([])
    reader.close()
    await vi.waitFor(() => expect(tracesInDatabase()).toEqual([]))
  })

  it('is erased without affecting other users’ texts, which the search still finds', async () => {
    const [user, other] = [await server.registerSubscriber(), await server.registerSubscriber()]
    await writeTogether(user, other)
    await server.dependencies.erasure.run()
    const find = ({ access: token }: TestUser, q: string) => server.call(search, { token, query: { q } })
    expect((await find(user, words.question)).results).not.toEqual([])
    expect((await find(other, 'nothing looks')).results).not.toEqual([])
    const { rows } = await sql`pragma integrity_check`.execute(server.dependencies.db)
    expect(rows).toEqual([{ integrity_check: 'ok' }])
  })
})

describe('data that a user has deleted (PostgreSQL)', () => {
  let storage: TestStorage
  let server: TestServer
  beforeEach(async () => {
    storage = await createTestStorage('postgres', { migrated: true })
  })
  afterEach(async () => {
    await server.close()
    await storage.remove()
  })
  const vacuumed = async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_stat_user_tables where last_vacuum is not null`.execute(server.dependencies.db)
    return rows.map(({ name }) => name)
  }

  it('becomes free space soon after the account is deleted', async () => {
    server = await startTestServer(storage, { erasure: { delayMs: 1, pauseMs: 1 } })
    const { access: token, password } = await server.registerUser()
    await server.call(deleteAccount, { token, body: { password } })
    await vi.waitFor(async () =>
      expect(await vacuumed()).toEqual(expect.arrayContaining(['users', 'messages', 'search_entries'])),
    )
  })

  it('is erased without touching another program’s tables in the same database', async () => {
    server = await startTestServer(storage)
    await sql`create table another_program (id integer)`.execute(server.dependencies.db)
    await server.dependencies.erasure.run()
    expect(await vacuumed()).toContain('users')
    expect(await vacuumed()).not.toContain('another_program')
  })

  it('does not delay the shutdown of a server that is erasing it', async () => {
    // VACUUM pauses after each page: minutes for the rows below.
    const name = new URL(storage.databaseUrl ?? '').pathname.slice(1)
    const settings = ['vacuum_cost_delay = 100', 'vacuum_cost_limit = 1']
    for (const setting of settings)
      await runInPostgres(storage.databaseUrl ?? '', `alter database ${name} set ${setting}`)
    server = await startTestServer(storage, { erasure: { delayMs: 1 } })
    const { db } = server.dependencies
    await sql`insert into rate_limits select repeat(md5(n::text), 60), 0, ''
      from generate_series(1, 2000) as n`.execute(db)
    await sql`delete from rate_limits`.execute(db)
    const cleanupJob = createCleanupJob(server.dependencies)
    void cleanupJob.runOnce()
    await vi.waitFor(async () => {
      const { rows } = await sql`select from pg_stat_progress_vacuum`.execute(db)
      expect(rows).not.toEqual([])
    })
    // To wait for the end of VACUUM would take longer than a test may.
    await cleanupJob.stop()
    await server.close()
  })
})
