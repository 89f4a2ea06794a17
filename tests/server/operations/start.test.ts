import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { StartError, startServer } from '#server/start-server.ts'
import { testEngines } from '#support/database/engines.ts'
import { createTestStorage, type TestStorage } from '#support/database/test-database.ts'
import { environmentOf, runProgram, startServerProcess } from '#support/servers/server-process.ts'
import { startTestServer } from '#support/servers/test-server.ts'

describe.each(testEngines)('a server process (%s)', (engine) => {
  let storage: TestStorage
  beforeAll(async () => {
    storage = await createTestStorage(engine, { migrated: true })
  })
  afterAll(() => storage.remove())

  it('prints its address, assistant, data folder and how to create an admin, and exits with 0 on SIGTERM', async () => {
    const server = await startServerProcess(environmentOf(storage))
    expect((await fetch(`${server.address}/readyz`)).status).toBe(200)
    const { code, stdout, stderr } = await server.kill('SIGTERM')
    expect(code).toBe(0)
    expect(stderr).toBe('')
    for (const part of [server.address, 'Assistant', storage.dataDir, 'npm run admin:create'])
      expect(stdout).toContain(part)
  })

  it('starts again on its data after kill -9', async () => {
    const first = await startServerProcess(environmentOf(storage))
    await first.kill('SIGKILL')
    const second = await startServerProcess(environmentOf(storage))
    expect((await fetch(`${second.address}/readyz`)).status).toBe(200)
    expect((await second.kill('SIGINT')).code).toBe(0)
  })
})

describe('the output of a starting server', () => {
  let storage: TestStorage
  beforeAll(async () => {
    storage = await createTestStorage('sqlite', { migrated: true })
  })
  afterAll(() => storage.remove())

  it.each([
    [{}, 'sandbox, no money moves, everyone can have any plan'],
    [{ STRIPE_SECRET_KEY: 'sk_test_1' }, 'Stripe, test key, no money moves'],
    [{ STRIPE_SECRET_KEY: 'sk_live_1' }, 'Stripe, live'],
  ])('says with %o whether payments are real', async (env, says) => {
    const said: string[] = []
    const server = await startTestServer(storage, { env, say: (text) => void said.push(text) })
    await server.close()
    expect(said.join('\n')).toContain(`  Payments   ${says}\n`)
  })
})

describe('a server that cannot start', () => {
  let storage: TestStorage
  beforeAll(async () => {
    storage = await createTestStorage('sqlite', { migrated: true })
  })
  afterAll(() => storage.remove())

  it('prints why, nothing else, and exits with 1', async () => {
    const env = environmentOf(storage, { PORT: 'many', LOG_LEVEL: 'loud' })
    const { code, stdout, stderr } = await runProgram('server/main.ts', [], env)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^Wrong setting: PORT .*\nWrong setting: LOG_LEVEL .*\n$/)
  })

  /** The text that its process prints. */
  async function refusal(env: Record<string, string>): Promise<string> {
    const options = { log: pino({ enabled: false }), say: (text: string) => expect.unreachable(text) }
    const failure: unknown = await startServer(environmentOf(storage, env), options).then(
      async (server) => server.close(),
      (error: unknown) => error,
    )
    if (!(failure instanceof StartError)) throw new Error('it did start, or failed without an explanation')
    return failure.message
  }

  it('reports that the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const address = other.address()
    const port = address !== null && typeof address === 'object' ? address.port : 0
    expect(await refusal({ PORT: String(port) })).toMatch(new RegExp(`^Port ${port} of 127.0.0.1 is taken.*$`))
    other.close()
  })

  it('reports that the data folder cannot be created', async () => {
    const file = join(storage.dataDir, 'a-file')
    writeFileSync(file, '')
    expect(await refusal({ DATA_DIR: join(file, 'data') })).toMatch(
      /^The folder .*a-file\/data cannot be written to.*$/,
    )
  })

  it('reports that another server uses the folder', async () => {
    const server = await startTestServer(storage)
    expect(await refusal({})).toMatch(/^Another server is already running on .*$/)
    await server.close()
  })

  it('reports that payments are not set up when others can reach the server', async () => {
    expect(await refusal({ PUBLIC_URL: 'https://companion.example.org' })).toMatch(
      /^Wrong setting: PAYMENTS: set STRIPE_SECRET_KEY, or PAYMENTS=sandbox .*$/,
    )
  })

  it('reports that the database is unreachable', async () => {
    const said = await refusal({ DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/companion' })
    expect(said).toMatch(/^The PostgreSQL database companion at 127.0.0.1:1 cannot be reached \(ECONNREFUSED\).*$/)
  })

  it('reports that the file is not a database', async () => {
    const other = await createTestStorage('sqlite')
    writeFileSync(
      join(other.dataDir, 'companion.sqlite'),
      'this is not a database, it is a text of some length'.repeat(20),
    )
    expect(await refusal({ DATA_DIR: other.dataDir })).toMatch(/is not a SQLite database\.$/)
    await other.remove()
  })
})
