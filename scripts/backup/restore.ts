import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { objectPath } from '#server/providers/files/folder-store.ts'
import { prepareDataFolder } from '#server/storage/data-folder.ts'
import { BackupError } from './backup-error.ts'
import { copyObject, objectsFolder } from './backup-objects.ts'
import { filesIn } from './copy/files-in.ts'
import { checkHash, readManifest } from './manifest.ts'
import { restorePostgres } from './restore-postgres.ts'
import { type RestoredDatabase, restoreSqlite } from './restore-sqlite.ts'

interface Target {
  /** null: SQLite in `dataDir`. */
  databaseUrl: string | null
  dataDir: string
}

export interface Restored extends RestoredDatabase {
  /** Whether the rows were compared with the backup's manifest; a backup of an older version has none. */
  compared: boolean
  /** The number of objects that were copied. */
  copied: number
  /** The names of objects that rows refer to and the backup lacks: deleted while it was made, or stored in S3. */
  missing: readonly string[]
  /** The objects that no row refers to any more, and the folder to which they were moved; null without any. */
  former: { folder: string; count: number } | null
}

/**
 * Restores the backup `file` to `target`: checks the copy's hash, restores the database, compares the rows of each
 * table with the manifest, and copies the objects. `replace` allows to replace a database, whose other objects are then
 * moved away, because nothing else would ever remove them. Throws BackupError.
 */
export async function restore(file: string, target: Target, { replace = false } = {}): Promise<Restored> {
  const manifest = readManifest(file)
  const engine = target.databaseUrl === null ? 'sqlite' : 'postgres'
  if (manifest !== null) {
    if (manifest.engine !== engine)
      throw new BackupError(
        engine === 'sqlite'
          ? `${file} is of PostgreSQL; set DATABASE_URL to the database that is to have it`
          : `${file} is of SQLite; it is restored without DATABASE_URL`,
      )
    await checkHash(file, manifest)
  }
  prepareDataFolder(target.dataDir)
  const database =
    target.databaseUrl === null
      ? restoreSqlite(file, manifest, target.dataDir, replace)
      : await restorePostgres(file, manifest, target.databaseUrl, replace)
  const copied = copyObjects(file, target.dataDir, database.objects)
  const former = replace ? moveOthers(target.dataDir, database.objects) : null
  return { ...database, compared: manifest !== null, ...copied, former }
}

function copyObjects(file: string, dataDir: string, names: readonly string[]): Pick<Restored, 'copied' | 'missing'> {
  const from = objectsFolder(file)
  if (!existsSync(from)) return { copied: 0, missing: names }
  const to = join(dataDir, 'files')
  const missing = names.filter((name) => !copyObject(objectPath(from, name), objectPath(to, name)))
  return { copied: names.length - missing.length, missing }
}

/** Moves the objects that are not named out of the folder of objects, to one beside it. */
function moveOthers(dataDir: string, names: readonly string[]): Restored['former'] {
  const from = join(dataDir, 'files')
  if (!existsSync(from)) return null
  const folder = `${from}.replaced-${new Date().toISOString().replaceAll(':', '-')}`
  const named = new Set(names)
  const others = filesIn(from).filter((path) => !named.has(basename(path)))
  for (const path of others) {
    const moved = join(folder, relative(from, path))
    mkdirSync(dirname(moved), { recursive: true, mode: 0o700 })
    renameSync(path, moved)
  }
  return others.length === 0 ? null : { folder, count: others.length }
}
