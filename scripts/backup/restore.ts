import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { objectPath } from '#server/providers/files/folder-store.ts'
import { prepareDataFolder } from '#server/storage/data-folder.ts'
import { BackupError } from './backup-error.ts'
import { copyObject, objectsFolder } from './backup-objects.ts'
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
}

/**
 * Restores the backup `file` to `target`: checks the copy's hash, restores the database, compares the rows of each
 * table with the manifest, and copies the objects. `replace` allows to replace a database. Throws BackupError.
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
  return { ...database, compared: manifest !== null, ...copyObjects(file, target.dataDir, database.objects) }
}

function copyObjects(file: string, dataDir: string, names: readonly string[]): Pick<Restored, 'copied' | 'missing'> {
  const from = objectsFolder(file)
  if (!existsSync(from)) return { copied: 0, missing: names }
  const to = join(dataDir, 'files')
  const missing = names.filter((name) => !copyObject(objectPath(from, name), objectPath(to, name)))
  return { copied: names.length - missing.length, missing }
}
