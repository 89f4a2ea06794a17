import type { TestProject } from 'vitest/node'
import { providePostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL in which the tests may make and drop databases. */
    postgresUrl: string
  }
}

/** Vitest's global setup for the server's tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await providePostgres()
  project.provide('postgresUrl', postgres.url)
  return () => postgres.stop()
}
