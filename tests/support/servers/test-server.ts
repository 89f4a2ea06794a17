import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Engine } from '#server/db/database.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { createLogger } from '#server/logging/logger.ts'
import { type StartOptions, startServer } from '#server/start-server.ts'
import { createTestClient, type TestClient } from '../api/test-client.ts'
import { testEngines } from '../database/engines.ts'
import { createTestStorage, type TestStorage } from '../database/test-database.ts'

/** A real server on its own port, with a fresh database, whose responses are checked against the contract. */
export interface TestServer extends TestClient {
  engine: Engine
  /** The origin, such as `http://127.0.0.1:12345`. */
  address: string
  dependencies: Dependencies
  /** Advances the server's clock by milliseconds. */
  advance(ms: number): void
  /** The log so far, as JSON lines. */
  logs: readonly string[]
  close(): Promise<void>
}

/** Some tests depend on the calendar by mistake: `DAYS_AHEAD=40` runs them as if it were 40 days later. */
const aheadMs = Number(process.env.DAYS_AHEAD ?? 0) * DAY_MS

export interface TestServerOptions extends Omit<StartOptions, 'log' | 'now'> {
  env?: Readonly<Record<string, string>>
}

/**
 * Starts a server on a storage of `createTestStorage`; several on one PostgreSQL storage need the same TOKEN_SECRET.
 */
export async function startTestServer(
  storage: Omit<TestStorage, 'remove'>,
  options: TestServerOptions = {},
): Promise<TestServer> {
  const { env, ...others } = options
  const logs: string[] = []
  let offset = aheadMs
  const running = await startServer(
    {
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: storage.dataDir,
      ...(storage.databaseUrl === null ? {} : { DATABASE_URL: storage.databaseUrl }),
      TOKEN_SECRET: randomBytes(32).toString('hex'),
      RATE_LIMITS: 'off',
      // Tests of scores switch it on: in all others nothing is scored in the background.
      SCORING: 'off',
      ...env,
    },
    {
      checkResults: true,
      // Tests of the seen reports that hold back push messages set it.
      announcer: { seenWithinMs: 0 },
      say: () => {},
      ...others,
      now: () => Date.now() + offset,
      log: await createLogger({ logLevel: 'debug' }, { write: (line) => void logs.push(line) }),
    },
  )
  return {
    ...createTestClient(running.address),
    engine: storage.engine,
    address: running.address,
    dependencies: running.dependencies,
    advance: (ms) => {
      offset += ms
    },
    logs,
    close: () => running.close(),
  }
}

/** Runs the same tests against a server on each of `testEngines`; `server()` is for use inside tests and hooks. */
export function describeServerOnEachEngine(
  name: string,
  body: (server: () => TestServer, engine: Engine) => void,
  options?: TestServerOptions,
): void {
  describe.each(testEngines)(`${name} (%s)`, (engine) => {
    let storage: TestStorage | undefined
    let server: TestServer | undefined
    beforeAll(async () => {
      storage = await createTestStorage(engine, { migrated: true })
      server = await startTestServer(storage, options)
    })
    afterAll(async () => {
      await server?.close()
      await storage?.remove()
    })
    body(() => {
      if (server === undefined) throw new Error('the server exists only while a test runs')
      return server
    }, engine)
  })
}
