import { renameSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import pg from 'pg'
import { BackupError } from './backup-error.ts'
import { type Backup, backupFile } from './backup-file.ts'
import { backupObjects } from './backup-objects.ts'
import { writeManifest } from './manifest.ts'
import { countPostgresRows } from './row-counts.ts'
import { runPostgresTool } from './run-postgres-tool.ts'
import { syncFolder } from './sync-file.ts'

/**
 * Runs pg_dump in the format for pg_restore, then copies the objects in `filesFolder` that the dump names; null when
 * they are elsewhere.
 */
export async function backupPostgres(
  databaseUrl: string,
  dataDir: string,
  selected: string | null,
  filesFolder: string | null,
): Promise<Backup> {
  const file = backupFile(dataDir, selected, 'dump')
  const draft = `${file}.part`
  try {
    const { names, rows } = await withSnapshot(databaseUrl, async (snapshot, contents) => {
      await dump(databaseUrl, draft, snapshot)
      return contents
    })
    const objects = filesFolder === null ? null : backupObjects({ folder: filesFolder, names }, file)
    await writeManifest(file, draft, { engine: 'postgres', rows })
    renameSync(draft, file)
    syncFolder(dirname(file))
    return { file, objects }
  } finally {
    rmSync(draft, { force: true })
  }
}

interface Contents {
  /** Of objects. */
  names: readonly string[]
  /** By table. */
  rows: Record<string, number>
}

/** Lends a snapshot in which pg_dump sees the same rows, with what it contains. */
async function withSnapshot<T>(
  databaseUrl: string,
  use: (snapshot: string, contents: Contents) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'companion backup' })
  await client.connect()
  try {
    await client.query('begin transaction isolation level repeatable read, read only')
    const [exported] = (await client.query<{ id: string }>('select pg_export_snapshot() as id')).rows
    if (!exported) throw new BackupError('PostgreSQL has exported no snapshot')
    // A database of an older version has no objects.
    const [table] = (await client.query<{ name: string | null }>(`select to_regclass('stored_objects') as name`)).rows
    const objects =
      table?.name == null ? [] : (await client.query<{ name: string }>('select name from stored_objects')).rows
    const rows = await countPostgresRows(client)
    return await use(exported.id, { names: objects.map(({ name }) => name), rows })
  } finally {
    await client.end()
  }
}

const dump = (databaseUrl: string, file: string, snapshot: string) =>
  runPostgresTool(
    'pg_dump',
    databaseUrl,
    ['--format=custom', `--file=${file}`, `--snapshot=${snapshot}`],
    'pg_dump --format=custom --file=companion.dump "$DATABASE_URL"',
  )
