import type { DatabaseSync } from 'node:sqlite'
import { BackupError } from './backup-error.ts'

/** Throws BackupError when SQLite finds the file damaged. */
export function checkIntegrity(database: DatabaseSync): void {
  const result = database.prepare('pragma integrity_check').get()?.integrity_check
  if (result !== 'ok') throw new BackupError(`the copy is damaged: ${String(result)}`)
}

/** Throws BackupError when a row refers to one that is missing. */
export function checkForeignKeys(database: DatabaseSync): void {
  const orphan = database.prepare('pragma foreign_key_check').get()
  if (orphan) throw new BackupError(`the copy is damaged: a row of ${String(orphan.table)} refers to a missing one`)
}
