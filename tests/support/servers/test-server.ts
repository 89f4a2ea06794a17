import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe } from 'vitest'
import type { Engine } from '#server/db/database.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { createLogger } from '#server/logging/logger.ts'
import { type StartOptions, startServer } from '#server/main.ts'
import { createTestClient, type TestClient } from '../api/test-client.ts'
import { testEngines } from '../database/engines.ts'
import { createTestStorage, type TestStorage } from '../database/test-database.ts'

/** A real server on a port of its own, over a fresh database, with every answer held against the contract. */
export interface TestServer extends TestClient {
  engine: Engine
  /** Where it listens, `http://127.0.0.1:12345`. */
  address: string
  dependencies: Dependencies
  /** Moves the server's clock forward, in milliseconds. */
  advance(ms: number): void
  /** What it logged so far, a JSON line each. */
  logs: readonly string[]
  close(): Promise<void>
}

export interface TestServerOptions extends Omit<StartOptions, 'log' | 'now'> {
  env?: Readonly<Record<string, string>>
}

/** Starts on a place of `createTestPlace`; several on one PostgreSQL place must be given one TOKEN_SECRET. */
export async function startTestServer(storage: TestStorage, options: TestServerOptions = {}): Promise<TestServer> {
  const { env, ...others } = options
  const logs: string[] = []
  let offset = 0
  const running = await startServer(
    {
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: storage.dataDir,
      ...(storage.databaseUrl === null ? {} : { DATABASE_URL: storage.databaseUrl }),
      TOKEN_SECRET: randomBytes(32).toString('hex'),
      RATE_LIMITS: 'off',
      // Tests of scores switch it on: in all others nothing happens behind their back.
      SCORING: 'off',
      ...env,
    },
    {
      checkResults: true,
      // Tests of the reports that hold a push message back set it.
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

/** The same tests against a server on each of `testEngines`; `server()` is for tests and hooks. */
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
