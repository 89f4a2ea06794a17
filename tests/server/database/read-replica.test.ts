import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import { exportUsers, getFigures } from '#contract/endpoints/admin.ts'
import { search } from '#contract/endpoints/companion.ts'
import type { Assistant } from '#server/providers/assistant/assistant.ts'
import { ensureReplicaBinaries } from '#support/database/postgres-binaries.ts'
import { runInPostgres } from '#support/database/run-in-postgres.ts'
import { type StartedPostgres, startPostgres } from '#support/database/start-postgres.ts'
import { startTestServer, type TestServer } from '#support/servers/test-server.ts'
import { type ChatUser, createChatUser } from '#support/users/chat-user.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'
import { filesBelow } from '../../../scripts/build/source-stamp.ts'

const root = join(import.meta.dirname, '../../..')
/** Its answers have no word of the questions, which a search would find too. */
const assistant: Assistant = {
  name: 'brief',
  kind: 'model',
  async *answer() {
    yield { kind: 'delta', text: 'Yes.' }
  },
}
/** Long enough for no test to reach it but by moving the server's clock. */
const STALENESS_S = 600

describe('a streaming replica', () => {
  let primary: StartedPostgres
  let replica: StartedPostgres
  let server: TestServer
  let folder: string
  let user: ChatUser
  let admin: string
  beforeAll(async () => {
    primary = await startPostgres(ensureReplicaBinaries)
    replica = await startPostgres(ensureReplicaBinaries, {}, { replicaOf: primary.url })
    folder = await mkdtemp(join(tmpdir(), 'companion-test-'))
    const storage = { engine: 'postgres' as const, databaseUrl: primary.url, dataDir: folder }
    const env = { DATABASE_READ_URL: replica.url, DATABASE_READ_STALENESS: String(STALENESS_S) }
    server = await startTestServer(storage, { env, assistant })
    user = await createChatUser(server)
    admin = (await insertSignedInUser(server.dependencies, { isAdmin: true })).token
    await user.say('A quiet harbour')
    await fromReplica(async () => expect([await found(), await answers()]).toEqual([1, 1]))
  })
  afterAll(async () => {
    await server?.close()
    await Promise.all([replica?.stop(), primary?.stop()])
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  })

  /** The number of questions of the user that a search finds. */
  async function found(): Promise<number> {
    const { results } = await server.call(search, { token: user.token, query: { q: 'harbour' } })
    return results.filter(({ message }) => message !== null).length
  }

  const answers = async () => (await server.call(getFigures, { token: admin })).answers

  async function reads(database: 'primary' | 'replica'): Promise<number> {
    const { text } = await server.send('/metrics')
    return Number(
      new RegExp(`^companion_stale_reads_total\\{database="${database}"\\} (\\d+)`, 'm').exec(text)?.[1] ?? 0,
    )
  }

  /** Repeats a read until the replica has served it. */
  async function fromReplica(read: () => Promise<unknown>): Promise<void> {
    const before = await reads('replica')
    await vi.waitFor(async () => {
      await read()
      expect(await reads('replica')).toBeGreaterThan(before)
    }, 10_000)
  }

  it('serves search and figures, while everything else comes from the primary', async () => {
    await runInPostgres(replica.url, 'select pg_wal_replay_pause()')
    const [onPrimary, onReplica] = [await reads('primary'), await reads('replica')]
    await user.say('Another harbour')
    expect((await user.messages()).filter(({ role }) => role === 'user')).toHaveLength(2)
    expect(await found()).toBe(1)
    expect(await answers()).toBe(1)
    const csv = await (await server.open(exportUsers, { token: admin })).text()
    expect(csv.split('\r\n').filter((line) => line.includes('@'))).toHaveLength(2)
    expect(await reads('primary')).toBe(onPrimary)
    expect(await reads('replica')).toBeGreaterThan(onReplica + 2)
  })

  it('is not used while it lags more than the bound, and again when it has caught up', async () => {
    await user.say('A third harbour')
    server.advance((STALENESS_S + 1) * 1000)
    const onPrimary = await reads('primary')
    expect(await found()).toBe(3)
    expect(await reads('primary')).toBe(onPrimary + 1)
    await vi.waitFor(async () => {
      const { text } = await server.send('/metrics')
      expect(Number(/^companion_replica_staleness_seconds (\S+)/m.exec(text)?.[1])).toBeGreaterThan(STALENESS_S)
    }, 5_000)
    await runInPostgres(replica.url, 'select pg_wal_replay_resume()')
    await fromReplica(async () => expect(await found()).toBe(3))
  })

  it('is not used while it is down, and again when it is back', async () => {
    await replica.restart('fast')
    await fromReplica(async () => expect(await found()).toBe(3))
    await replica.stop()
    const onPrimary = await reads('primary')
    expect(await found()).toBe(3)
    expect(await reads('primary')).toBe(onPrimary + 1)
    expect(server.logs.some((line) => line.includes('replica.read_failed'))).toBe(true)
  })
})

test('only reads that may be stale ask the replica', async () => {
  const files = (await filesBelow(root, 'server')).filter((file) => file.endsWith('.ts'))
  const calling = files.filter((file) => /\breadStale\(/.test(readFileSync(join(root, file), 'utf8')))
  expect(calling.sort()).toEqual([
    'server/modules/admin-billing/use-cases/read-revenue.ts',
    'server/modules/admin-metrics/use-cases/read-metrics.ts',
    'server/modules/chats/use-cases/search-chats.ts',
    'server/modules/exports/use-cases/export-recipients.ts',
    'server/modules/exports/use-cases/export-subscriptions.ts',
    'server/modules/exports/use-cases/export-users.ts',
  ])
})
