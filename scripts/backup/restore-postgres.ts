import pg from 'pg'
import { databaseAt } from '#server/storage/database-at.ts'
import { BackupError } from './backup-error.ts'
import { compareRows, type Manifest } from './manifest.ts'
import type { RestoredDatabase } from './restore-sqlite.ts'
import { countPostgresRows } from './row-counts.ts'
import { runPostgresTool } from './run-postgres-tool.ts'

/**
 * Restores a dump in one transaction: all of it or nothing. With `replace`, pg_restore first drops the tables that the
 * dump contains. Throws BackupError, also when the database has other tables, as after a migration that is newer than
 * the backup, or the restored rows differ from the manifest.
 */
export async function restorePostgres(
  file: string,
  manifest: Manifest | null,
  databaseUrl: string,
  replace: boolean,
): Promise<RestoredDatabase> {
  const { rows } = await readContents(databaseUrl)
  if (Object.keys(rows).length > 0 && !replace)
    throw new BackupError(`${databaseAt(databaseUrl)} is not empty. With --replace its tables are dropped`)
  const others = manifest === null ? [] : Object.keys(rows).filter((table) => !Object.hasOwn(manifest.rows, table))
  // pg_restore would not drop them: a reference to a dropped table fails, and the migration that makes them again, too.
  if (others.length > 0)
    throw new BackupError(
      `${databaseAt(databaseUrl)} has tables that the backup lacks: ${others.join(', ')}. Restore it into an empty database`,
    )
  const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']
  if (replace) options.push('--clean', '--if-exists')
  await runPostgresTool(
    'pg_restore',
    databaseUrl,
    [...options, file],
    `pg_restore ${options.join(' ')} --dbname="$DATABASE_URL" ${file}`,
  )
  const contents = await readContents(databaseUrl)
  if (manifest !== null) compareRows(contents.rows, manifest)
  return { ...contents, replaced: null }
}

async function readContents(databaseUrl: string): Promise<Pick<RestoredDatabase, 'rows' | 'objects'>> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'companion restore' })
  await client.connect()
  try {
    const rows = await countPostgresRows(client)
    // A database of an older version has no objects.
    if (rows.stored_objects === undefined) return { rows, objects: [] }
    const objects = await client.query<{ name: string }>('select name from stored_objects')
    return { rows, objects: objects.rows.map(({ name }) => name) }
  } finally {
    await client.end()
  }
}
