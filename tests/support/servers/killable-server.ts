import { randomBytes } from 'node:crypto'
import type { TestStorage } from '../database/test-database.ts'
import { startTestServer, type TestServer, type TestServerOptions } from './test-server.ts'

/** A server on one storage that can be killed in the middle of a call; another process then takes over. */
export async function startKillableServer(
  storage: TestStorage,
  settings: Readonly<Record<string, string>>,
  options: Pick<TestServerOptions, 'files'> = {},
) {
  const env = { TOKEN_SECRET: randomBytes(32).toString('hex'), ...settings }
  let running = await startTestServer(storage, { ...options, env })
  let passed = 0
  let kills = 0
  return {
    /** The process that runs now. */
    server: new Proxy({} as TestServer, { get: (_, name) => Reflect.get(running, name) }),
    now: () => running.dependencies.now(),
    advance(ms: number) {
      passed += ms
      running.advance(ms)
    },
    kills: () => kills,
    /** Without its database nothing is stored of what the process still does in `rest`. */
    async kill(rest: () => Promise<unknown>) {
      kills += 1
      await running.dependencies.db.destroy()
      await rest()
      await running.close().catch(() => undefined)
      running = await startTestServer(storage, { ...options, env })
      running.advance(passed)
    },
    async remove() {
      await running.close()
      await storage.remove()
    },
  }
}
export type KillableServer = Awaited<ReturnType<typeof startKillableServer>>
