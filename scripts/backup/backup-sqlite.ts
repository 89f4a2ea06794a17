import { renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { sqliteFile } from '#server/db/database.ts'
import { requireSpace } from '#server/storage/require-space.ts'
import { BackupError } from './backup-error.ts'
import { type Backup, backupFile } from './backup-file.ts'
import { backupObjects } from './backup-objects.ts'
import { checkIntegrity } from './check-integrity.ts'
import { writeManifest } from './manifest.ts'
import { countSqliteRows } from './row-counts.ts'
import { syncFile, syncFolder } from './sync-file.ts'

/**
 * Writes a consistent snapshot of the database and checks it, then copies the objects in `filesFolder` that it names;
 * null when they are elsewhere. The snapshot contains no deleted data: `vacuum into` writes no free pages
 * (docs/decisions/050). Throws BackupError, SpaceError.
 */
export async function backupSqlite(
  dataDir: string,
  selected: string | null,
  filesFolder: string | null,
): Promise<Backup> {
  const source = sqliteFile(dataDir)
  if ((statSync(source, { throwIfNoEntry: false })?.size ?? 0) === 0)
    throw new BackupError(`there is no database in ${dataDir}`)
  const file = backupFile(dataDir, selected, 'sqlite')
  // Only a complete and checked backup gets the final name.
  const draft = `${file}.part`
  const removeDraft = () => {
    for (const left of [draft, `${draft}-journal`]) rmSync(left, { force: true })
  }
  // A killed backup may have left a draft, which `vacuum into` refuses to overwrite.
  removeDraft()
  try {
    const database = new DatabaseSync(source, { readOnly: true, timeout: 5000 })
    try {
      // The copy, and the journal of its own `vacuum`. Otherwise each attempt would fill the disk, on which users write.
      requireSpace(dirname(file), 2 * liveBytes(database), 'copying the database')
      database.prepare('vacuum into ?').run(draft)
    } finally {
      database.close()
    }
    mergeSearchIndex(draft)
    const rows = checkAndCount(draft)
    syncFile(draft)
    const objects =
      filesFolder === null ? null : backupObjects({ folder: filesFolder, names: objectNames(draft) }, file)
    await writeManifest(file, draft, { engine: 'sqlite', rows })
    renameSync(draft, file)
    syncFolder(dirname(file))
    return { file, objects }
  } finally {
    removeDraft()
  }
}

/** The size without free pages, which are not copied. */
function liveBytes(database: DatabaseSync): number {
  const size = database
    .prepare(
      `select (page_count - freelist_count) * page_size as bytes
        from pragma_page_count, pragma_freelist_count, pragma_page_size`,
    )
    .get()
  return Number(size?.bytes)
}

/** A database of an older version has no objects. */
function objectNames(file: string): string[] {
  const copy = new DatabaseSync(file, { readOnly: true })
  try {
    if (copy.prepare(`select 1 from sqlite_master where name = 'stored_objects'`).get() === undefined) return []
    const rows = copy.prepare('select name from stored_objects').all()
    return rows.map(({ name }) => String(name))
  } finally {
    copy.close()
  }
}

/**
 * The search index contains text of deleted messages until its segments are merged. Merging moves rows and frees pages,
 * and unused parts of pages keep copies, so `vacuum` rewrites all pages.
 */
function mergeSearchIndex(file: string): void {
  const copy = new DatabaseSync(file)
  try {
    // A database of an older version has no index.
    if (copy.prepare(`select 1 from sqlite_master where name = 'search_words'`).get() === undefined) return
    copy.exec(`pragma secure_delete = on; insert into search_words (search_words) values ('optimize'); vacuum`)
  } finally {
    copy.close()
  }
}

function checkAndCount(file: string): Record<string, number> {
  const copy = new DatabaseSync(file, { readOnly: true })
  try {
    checkIntegrity(copy)
    return countSqliteRows(copy)
  } finally {
    copy.close()
  }
}
