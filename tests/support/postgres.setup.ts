import { randomUUID } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { providePostgres } from './postgres.ts'
import { runInPostgres } from './run-in-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL in which the tests may make and drop databases. */
    postgresUrl: string
    /** A migrated database in it that nobody is connected to, to make others from. */
    postgresTemplate: string
  }
}

/** Vitest's global setup for the server's tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const postgres = await providePostgres()
  const template = `companion_template_${randomUUID().replaceAll('-', '')}`
  await runInPostgres(postgres.url, `create database ${template}`)
  await migrateTemplate(postgres.url, template)
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresTemplate', template)
  return async () => {
    await runInPostgres(postgres.url, `drop database if exists ${template} with (force)`)
    await postgres.stop()
  }
}

async function migrateTemplate(postgres: string, template: string): Promise<void> {
  const url = new URL(postgres)
  url.pathname = `/${template}`
  const { db, engine, close } = await openDatabase({ databaseUrl: url.href, dataDir: '' })
  try {
    await migrate(db, engine)
  } finally {
    await close()
  }
}
