import { constants, copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { sqliteFile } from '#server/db/database.ts'
import { lockFolder } from '#server/storage/folder-lock.ts'
import { BackupError } from './backup-error.ts'
import { checkForeignKeys, checkIntegrity } from './check-integrity.ts'
import { compareRows, type Manifest } from './manifest.ts'
import { countSqliteRows } from './row-counts.ts'
import { syncFile } from './sync-file.ts'

export interface RestoredDatabase {
  /** The number of rows of each table. */
  rows: Record<string, number>
  /** The names of the objects that the rows refer to. */
  objects: readonly string[]
  /** The new path of the former database; null without one. */
  replaced: string | null
}

/**
 * Puts a checked copy of the backup in place of the database in `dataDir`, in which no server may run. A database that
 * is there is renamed when `replace` is set. Throws BackupError, FolderInUseError.
 */
export function restoreSqlite(
  file: string,
  manifest: Manifest | null,
  dataDir: string,
  replace: boolean,
): RestoredDatabase {
  const unlock = lockFolder(dataDir)
  const target = sqliteFile(dataDir)
  const draft = `${target}.part`
  try {
    if (existsSync(target) && !replace)
      throw new BackupError(`there is a database already: ${target}. With --replace it is renamed`)
    copyFileSync(file, draft, constants.COPYFILE_FICLONE)
    const contents = readContents(draft)
    if (manifest !== null) compareRows(contents.rows, manifest)
    syncFile(draft)
    const replaced = existsSync(target) ? renameReplaced(target) : null
    renameSync(draft, target)
    return { ...contents, replaced }
  } finally {
    rmSync(draft, { force: true })
    unlock()
  }
}

function readContents(file: string): Pick<RestoredDatabase, 'rows' | 'objects'> {
  const copy = new DatabaseSync(file, { readOnly: true })
  try {
    checkIntegrity(copy)
    checkForeignKeys(copy)
    const rows = countSqliteRows(copy)
    if (rows.users === undefined) throw new BackupError(`${file} is no database of this product`)
    // A database of an older version has no objects.
    const objects = rows.stored_objects === undefined ? [] : copy.prepare('select name from stored_objects').all()
    return { rows, objects: objects.map(({ name }) => String(name)) }
  } finally {
    copy.close()
  }
}

/** Its write-ahead log goes with it: a new database beside an old log would be damaged. */
function renameReplaced(database: string): string {
  const renamed = `${database}.replaced-${new Date().toISOString().replaceAll(':', '-')}`
  for (const end of ['-shm', '-wal', ''])
    if (existsSync(`${database}${end}`)) renameSync(`${database}${end}`, `${renamed}${end}`)
  return renamed
}
