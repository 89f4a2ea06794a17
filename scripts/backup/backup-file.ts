import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { BackupError } from './backup-error.ts'
import type { ObjectsBackup } from './backup-objects.ts'

export interface Backup {
  /** The path of the database's copy. */
  file: string
  /** Null when there are no objects, or none on this machine. */
  objects: ObjectsBackup | null
}

/** Where backups are that nobody named. */
export const backupsFolder = (dataDir: string): string => join(dataDir, 'backups')

/** The path of a backup: `selected`, else `companion-<time>.<extension>` in `dataDir/backups`. Overwrites no file. */
export function backupFile(dataDir: string, selected: string | null, extension: string): string {
  const time = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')
  const file = resolve(selected ?? join(backupsFolder(dataDir), `companion-${time}.${extension}`))
  if (existsSync(file)) throw new BackupError(`${file} is there already`)
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return file
}
