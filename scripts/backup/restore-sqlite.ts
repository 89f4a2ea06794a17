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
  /** The new path of the former database, or of its write-ahead log where only that was left; null without both. */
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
    const replaced = renameReplaced(target)
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

/**
 * Its write-ahead log goes with it, also where only that is left: SQLite would write the pages of the old log into the
 * new database when it is opened.
 */
function renameReplaced(database: string): string | null {
  const renamed = `${database}.replaced-${new Date().toISOString().replaceAll(':', '-')}`
  const ends = ['', '-wal', '-shm'].filter((end) => existsSync(`${database}${end}`))
  for (const end of ends.toReversed()) renameSync(`${database}${end}`, `${renamed}${end}`)
  const [first] = ends
  // The index of the log has no data.
  return first === undefined || first === '-shm' ? null : `${renamed}${first}`
}
