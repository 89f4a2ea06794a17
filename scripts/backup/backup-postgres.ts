import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, rmSync } from 'node:fs'
import pg from 'pg'
import { isSystemError } from '#server/lib/system-error.ts'
import { type Backup, backupFile } from './backup-file.ts'
import { backupObjects } from './backup-objects.ts'

/**
 * Runs pg_dump in the format for pg_restore, then copies the objects in `filesFolder` that the dump names; null when they
 * are elsewhere.
 */
export async function backupPostgres(
  databaseUrl: string,
  dataDir: string,
  chosen: string | null,
  filesFolder: string | null,
): Promise<Backup> {
  const file = backupFile(dataDir, chosen, 'dump')
  const draft = `${file}.part`
  try {
    const names = await withSnapshot(databaseUrl, async (snapshot, objects) => {
      await dump(databaseUrl, draft, snapshot)
      return objects
    })
    const objects = filesFolder === null ? null : backupObjects({ folder: filesFolder, names }, file)
    renameSync(draft, file)
    return { file, objects }
  } finally {
    rmSync(draft, { force: true })
  }
}

/** Lends a snapshot in which pg_dump sees the same rows, with the names of the objects in it. */
async function withSnapshot<T>(
  databaseUrl: string,
  use: (snapshot: string, objects: readonly string[]) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'companion backup' })
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    const [exported] = (await client.query<{ id: string }>('select pg_export_snapshot() as id')).rows
    if (!exported) throw new Error('PostgreSQL has exported no snapshot')
    // A database of an older version has no objects.
    const [table] = (await client.query<{ name: string | null }>(`select to_regclass('stored_objects') as name`)).rows
    const rows =
      table?.name == null ? [] : (await client.query<{ name: string }>('select name from stored_objects')).rows
    return await use(
      exported.id,
      rows.map(({ name }) => name),
    )
  } finally {
    await client.end()
  }
}

async function dump(databaseUrl: string, file: string, snapshot: string): Promise<void> {
  const url = new URL(databaseUrl)
  // Passed by the environment, since any user of the machine can read a command line.
  const env = url.password === '' ? process.env : { ...process.env, PGPASSWORD: decodeURIComponent(url.password) }
  url.password = ''
  const options = ['--format=custom', `--file=${file}`, `--snapshot=${snapshot}`, `--dbname=${url.href}`]
  try {
    const child = spawn('pg_dump', options, { env, stdio: ['ignore', 'inherit', 'inherit'] })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error('pg_dump failed')
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error
    throw new Error(
      `pg_dump is not here; where it is, run: pg_dump --format=custom --file=companion.dump "$DATABASE_URL"`,
    )
  }
}
