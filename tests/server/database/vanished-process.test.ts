import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { openDatabase } from '#server/db/database.ts'
import { takeOver } from '#server/modules/chats/generations/take-over.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { startModelServer } from '#support/fakes/model-server.ts'
import { startTestServer, type TestServer } from '#support/servers/test-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

describe('a process whose machine vanishes within a transaction on PostgreSQL', () => {
  let storage: TestStorage
  beforeAll(async () => {
    storage = await createTestStorage('postgres', { migrated: true })
  })
  afterAll(() => storage?.remove())

  async function readProbes(databaseUrl: string) {
    const { db, close } = await openDatabase({ databaseUrl, dataDir: storage.dataDir })
    const { rows } = await sql<{ name: string; setting: string }>`select name, setting from pg_settings
      where name like 'tcp_keepalives_%' or name = 'tcp_user_timeout'`.execute(db)
    await close()
    return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))
  }

  it('is probed by TCP, so that its locks are free soon, unless the URL says otherwise', async () => {
    const url = new URL(storage.databaseUrl ?? '')
    const ours = { tcp_keepalives_interval: '1', tcp_keepalives_count: '10', tcp_user_timeout: '20000' }
    expect(await readProbes(url.href)).toEqual({ ...ours, tcp_keepalives_idle: '10' })
    url.searchParams.set('options', '-c tcp_keepalives_idle=30')
    expect(await readProbes(url.href)).toEqual({ ...ours, tcp_keepalives_idle: '30' })
  })

  it('keeps no other process from taking over the answers that it has not locked', async () => {
    const model = await startModelServer()
    const env = { ASSISTANT_BASE_URL: model.url, ASSISTANT_MODEL: 'small-model' }
    // Its sweep, which is under test, does not run by itself.
    const server = await startTestServer(storage, { env, generations: { sweepMs: 600_000, graceMs: 0 } })
    onTestFinished(() => server.close().then(model.close))
    const { db } = server.dependencies
    const locked = await askUnanswered(server, model)
    const free = await askUnanswered(server, model)
    await db.transaction().execute(async (trx) => {
      const row = trx.selectFrom('generations').select('id').where('id', '=', locked)
      await row.forUpdate().execute()
      await takeOver(server.dependencies, () => true)
    })
    const logged = server.logs.map((line) => JSON.parse(line) as { event?: string; generation?: number })
    const of = (event: string) => logged.filter((line) => line.event === event).map(({ generation }) => generation)
    expect([of('answer.take_over_failed'), of('answer.taken_over')]).toEqual([[locked], [free]])
  })
})

/** The generation of an answer that a model has begun and never writes. */
async function askUnanswered(server: TestServer, model: Awaited<ReturnType<typeof startModelServer>>) {
  const user = await createChatUser(server)
  const script = model.next({ tokens: ['Never'], holdAt: 0 })
  const { assistant_message: answer } = await user.ask('Will you answer?')
  await script.asked()
  const { db } = server.dependencies
  const row = db.selectFrom('generations').select('id').where('message_id', '=', answer.id)
  return (await row.executeTakeFirstOrThrow()).id
}
