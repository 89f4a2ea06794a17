import { randomUUID } from 'node:crypto'
import { StatementSync } from 'node:sqlite'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { createApi } from '#api/client.ts'
import { sendMessage } from '#contract/endpoints/chats.ts'
import { errorMessages } from '#contract/error-messages.ts'
import { readEntries } from '#offline/database/queries.ts'
import { flush } from '#offline/flush/flush.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { checkWritable } from '#server/db/check-writable.ts'
import { isStorageFull } from '#server/db/errors/is-storage-full.ts'
import { canMount, fillDisk, mountSmallDisk } from '#support/database/full-disk.ts'
import { createTestDatabase, createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { startDevice } from '#support/device/device.ts'
import { memoryTokens } from '#support/device/memory-tokens.ts'
import { startTestServer, type TestServer } from '#support/servers/test-server.ts'
import { type ChatUser, createChatUser } from '#support/users/chat-user.ts'

interface Way {
  engine: 'sqlite' | 'postgres'
  /** Called before the server starts; returns a function that undoes it. */
  prepare?: (storage: TestStorage) => () => void
  /** Resolves to a function that frees the space. */
  fill: (server: TestServer, storage: TestStorage) => Promise<() => Promise<unknown>>
}

/** PostgreSQL reports the error of a table that cannot grow: the error is its own, only the cause is simulated. */
const raising = ['messages', 'rate_limits'].map(
  (table) => `create trigger no_room before insert on ${table} for each statement execute function no_room()`,
)

const PAGE_LIMIT = 'SQLite whose file may not grow'
const ways: Record<string, Way> = {
  [PAGE_LIMIT]: {
    engine: 'sqlite',
    fill: async ({ dependencies: { db } }) => {
      await sql`create table filler (content blob)`.execute(db)
      // Not below the current size; then only free pages can be written.
      await sql`pragma max_page_count = 1`.execute(db)
      const add = () => sql`insert into filler values (zeroblob(4000))`.execute(db)
      for (let added: unknown; !isStorageFull(added); ) added = await add().catch((error: unknown) => error)
      return async () => {
        await sql`pragma max_page_count = 1000000000`.execute(db)
        await sql`drop table filler`.execute(db)
      }
    },
  },
  'PostgreSQL whose disk is full': {
    engine: 'postgres',
    fill: async ({ dependencies: { db } }) => {
      await sql`create function no_room() returns trigger language plpgsql as $$
        begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(db)
      for (const statement of raising) await sql.raw(statement).execute(db)
      return () => sql`drop function no_room cascade`.execute(db)
    },
  },
}
if (canMount()) {
  ways['SQLite on a disk that is full'] = {
    engine: 'sqlite',
    prepare: ({ dataDir }) => mountSmallDisk(dataDir, 16),
    fill: async (_server, { dataDir }) => {
      const remove = fillDisk(dataDir)
      return async () => remove()
    },
  }
}

describe.each(Object.keys(ways))('a full disk with %s', (name) => {
  const way = ways[name] as Way
  let storage: TestStorage
  let server: TestServer
  let undo = () => {}
  let user: ChatUser
  beforeAll(async () => {
    storage = await createTestStorage(way.engine, { migrated: true })
    undo = way.prepare?.(storage) ?? undo
    server = await startTestServer(storage)
    user = await createChatUser(server)
  })
  afterAll(async () => {
    await server?.close()
    undo()
    await storage?.remove()
  })

  it('is reported by the API in both languages and by the probe, and the server recovers once there is room', async () => {
    const id = randomUUID()
    const ask = (headers: Record<string, string>) =>
      server.reply(sendMessage, {
        token: user.token,
        body: { id, chat: user.chatId, content: 'Long '.repeat(6_000) },
        headers: { Prefer: 'respond-async', ...headers },
      })
    const freeSpace = await way.fill(server, storage)
    const refused = await ask({})
    expect(refused).toMatchObject({ status: 503, body: { code: 'disk_full', message: errorMessages.disk_full.en } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(10)
    expect((await ask({ 'Accept-Language': 'es' })).body).toMatchObject({ message: errorMessages.disk_full.es })
    // The server checks every few seconds whether it can write.
    await vi.waitFor(async () => expect(await server.send('/readyz')).toMatchObject({ status: 503, text: 'storage\n' }))
    expect((await server.send('/healthz')).status).toBe(200)
    const line = server.logs
      .map((text) => JSON.parse(text))
      .find(({ msg }) => String(msg).startsWith('the disk is full'))
    expect(line).toMatchObject({
      level: 50,
      err: { message: expect.stringMatching(/full|extend file/) },
      storage: way.engine === 'sqlite' ? storage.dataDir : 'the disk of PostgreSQL',
      ...(way.engine === 'sqlite' ? { freeBytes: expect.any(Number) } : {}),
    })
    expect(await user.messages()).toEqual([])

    await freeSpace()
    expect((await ask({})).status).toBe(202)
    expect((await server.send('/readyz')).status).toBe(200)
    await vi.waitFor(async () =>
      expect((await user.messages()).map(({ status }) => status)).toEqual(['complete', 'complete']),
    )
  })
})

test('does not lose a message: the app keeps it and sends it later', async () => {
  const storage = await createTestStorage('sqlite')
  const server = await startTestServer(storage)
  const { user, access, refresh } = await server.registerSubscriber()
  const tokens = memoryTokens({ userId: user.id, access, refresh })
  const { db } = await startDevice()
  const device = { db, userId: user.id, api: createApi({ baseUrl: server.address, tokens, language: () => 'en' }) }
  await enqueueMessage(db, { ...device, chatId: randomUUID(), content: 'Keep me '.repeat(3_000), newChat: {} })
  const freeSpace = await ways[PAGE_LIMIT]?.fill(server, storage)
  expect(await flush(device)).toMatchObject({ refused: 0 })
  expect((await readEntries(db, user.id)).map(({ state, error }) => [state, error?.code])).toContainEqual([
    'waiting',
    'disk_full',
  ])
  await freeSpace?.()
  expect(await flush({ ...device, now: () => Date.now() + 60_000 })).toMatchObject({ sent: 1, refused: 0 })
  expect(await readEntries(db, user.id)).toEqual([])
  await server.close()
  await storage.remove()
})

describe('the readiness probe on PostgreSQL', () => {
  it('writes more than one page of a table and of its index, so that the disk must have room for a new page', async () => {
    const { db, close } = await createTestDatabase('postgres')
    const size = async () => {
      const { rows } = await sql<{ table: number; indexes: number }>`
        select pg_relation_size('rate_limits') as table, pg_indexes_size('rate_limits') as indexes`.execute(db)
      return rows[0] ?? { table: 0, indexes: 0 }
    }
    const before = await size()
    await checkWritable(db, randomUUID())
    const after = await size()
    expect(after.table - before.table).toBeGreaterThan(8_192)
    expect(after.indexes - before.indexes).toBeGreaterThan(16_384)
    expect(await db.selectFrom('rate_limits').selectAll().execute()).toEqual([])
    await close()
  })
})

describe('a SQLite transaction', () => {
  it('reports the original error although there is nothing left to roll back', async () => {
    const { db, close } = await createTestDatabase('sqlite')
    const cause = Object.assign(new Error('database or disk is full'), { errcode: 13 })
    const work = db.transaction().execute(async (trx) => {
      await sql`rollback`.execute(trx)
      throw cause
    })
    await expect(work).rejects.toBe(cause)
    await db.transaction().execute((trx) => sql`select 1`.execute(trx))
    await close()
  })

  it('reports the original error although its rollback fails', async () => {
    const { db, close } = await createTestDatabase('sqlite')
    const cause = new Error('the first error')
    const run = vi.spyOn(StatementSync.prototype, 'run')
    const work = db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      run.mockImplementationOnce(() => {
        throw new Error('disk I/O error')
      })
      throw cause
    })
    await expect(work).rejects.toBe(cause)
    run.mockRestore()
    await close()
  })

  it.each([
    ['a disk that is full', { errcode: 13 }, true],
    ['a disk that takes no writes', { errcode: 778 }, true],
    ['a row that is there already', { errcode: 2067 }, false],
    ['a full file system', { code: 'ENOSPC' }, true],
  ])('classifies %s as a full disk or not', (_, fields, expected) => {
    expect(isStorageFull(Object.assign(new Error('no'), fields))).toBe(expected)
  })
})
