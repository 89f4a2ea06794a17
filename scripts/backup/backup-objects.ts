import { constants, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import { isSystemError } from '#server/lib/system-error.ts'
import { objectPath } from '#server/providers/files/folder-store.ts'
import { requireSpace } from '#server/storage/require-space.ts'
import { BackupError } from './backup-error.ts'
import { syncFile, syncFolder } from './sync-file.ts'

/** Names of the objects in the database that was copied, and the folder in which they are. */
export interface Objects {
  folder: string
  names: readonly string[]
}

export interface ObjectsBackup {
  folder: string
  copied: number
}

/** The folder beside the backup of a database: `companion.files` beside `companion.sqlite`. */
export const objectsFolder = (file: string): string => join(dirname(file), `${basename(file, extname(file))}.files`)

/**
 * Copies the objects that a backup's database names to a folder beside it; null when there are none. Run after the
 * database was copied: an object never changes, and each was stored before its row. One that is gone belongs to data
 * which was deleted since, or to an upload, which its client then begins anew. Throws BackupError, SpaceError.
 */
export function backupObjects({ folder, names }: Objects, file: string): ObjectsBackup | null {
  const target = objectsFolder(file)
  if (existsSync(target)) throw new BackupError(`${target} is there already`)
  const draft = `${target}.part`
  // A killed backup may have left it.
  rmSync(draft, { recursive: true, force: true })
  let copied = 0
  try {
    for (const name of names) {
      const object = objectPath(folder, name)
      // Anew for each: where the file system shares the blocks of both, a copy takes no space.
      requireSpace(dirname(file), statSync(object, { throwIfNoEntry: false })?.size ?? 0, 'copying the next file')
      if (copyObject(object, objectPath(draft, name))) copied += 1
    }
    if (copied === 0) return null
    for (const name of readdirSync(draft)) syncFolder(join(draft, name))
    syncFolder(draft)
    renameSync(draft, target)
    syncFolder(dirname(target))
    return { folder: target, copied }
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** Copies an object to the disk; returns whether it is there. */
export function copyObject(from: string, to: string): boolean {
  mkdirSync(dirname(to), { recursive: true, mode: 0o700 })
  try {
    // Where the file system can, both share their blocks on the disk.
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
  } catch (error) {
    if (isSystemError(error, 'ENOENT')) return false
    throw error
  }
  syncFile(to)
  return true
}
