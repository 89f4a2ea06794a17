import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type DatabaseOptions, openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import { buildInChildProcess } from '../../../scripts/build/build-in-child-process.ts'
import { isBuilt } from '../../../scripts/build.ts'
import { providePostgres } from './postgres.ts'
import { runInPostgres } from './run-in-postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL in which the tests may create and drop databases. */
    postgresUrl: string
    /** The rest of `create database`, for a copy of a migrated database without connections. */
    postgresFromTemplate: string
    /** The data folder of a migrated, closed SQLite database, to copy. */
    sqliteTemplate: string
  }
}

/** Vitest's global setup for the server's tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!(await isBuilt('server'))) await buildInChildProcess(['server'])
  const postgres = await providePostgres()
  const template = `companion_template_${randomUUID().replaceAll('-', '')}`
  await runInPostgres(postgres.url, `create database ${template}`)
  const url = new URL(postgres.url)
  url.pathname = `/${template}`
  const sqliteTemplate = await mkdtemp(join(tmpdir(), 'companion-template-'))
  await migrateTemplate({ databaseUrl: url.href, dataDir: '' })
  await migrateTemplate({ databaseUrl: null, dataDir: sqliteTemplate })
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresFromTemplate', ` template ${template}${await copyingFiles(postgres.url)}`)
  project.provide('sqliteTemplate', sqliteTemplate)
  return async () => {
    await runInPostgres(postgres.url, `drop database if exists ${template} with (force)`)
    await postgres.stop()
    await rm(sqliteTemplate, { recursive: true })
  }
}

/**
 * PostgreSQL 15 copies a database through its log, unless told to copy the files, which takes half of the processor
 * time; older versions always copy files and do not know the words.
 */
async function copyingFiles(url: string): Promise<string> {
  const { server_version_num: version } = await runInPostgres(url, 'show server_version_num')
  return Number(version) >= 150_000 ? ' strategy file_copy' : ''
}

async function migrateTemplate(options: DatabaseOptions): Promise<void> {
  const { db, engine, close } = await openDatabase(options)
  try {
    await migrate(db, engine)
  } finally {
    await close()
  }
}
