import { findPostgresBinaries } from '#support/database/postgres-binaries.ts'
import { startPostgres } from '#support/database/start-postgres.ts'
import { LiveServer } from '#support/servers/live-server.ts'

const SECRET = 'a secret of the bench, long enough to be taken'

/** Runs the same server on each engine, one after the other, with its model server and without rate limits. */
export async function onEachEngine(
  settings: Record<string, string>,
  measure: (server: LiveServer, engine: 'SQLite' | 'PostgreSQL', databaseUrl: string | null) => Promise<void>,
): Promise<void> {
  // Unlike in the tests, responses are not checked against the contract.
  const env = { NODE_ENV: 'development', RATE_LIMITS: 'off', ...settings }
  await during(await LiveServer.start(env), (server) => measure(server, 'SQLite', null))
  const postgres = await startPostgres(findPostgresBinaries)
  try {
    const onPostgres = { ...env, DATABASE_URL: postgres.url, TOKEN_SECRET: SECRET }
    await during(await LiveServer.start(onPostgres), (server) => measure(server, 'PostgreSQL', postgres.url))
  } finally {
    await postgres.stop()
  }
}

async function during(server: LiveServer, measure: (server: LiveServer) => Promise<void>): Promise<void> {
  try {
    await measure(server)
  } finally {
    await server.remove()
  }
}
