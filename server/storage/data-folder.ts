import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
import { isSystemError } from '../lib/system-error.ts'

/** Creates the folder without access for other users of the machine. Throws the system's error if not writable. */
export function prepareDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
}

/**
 * Denies other users of the machine access to all files that this process and its children create, because the files of
 * SQLite and pg_dump have default modes and the data folder may be open.
 */
export function makeNewFilesPrivate(): void {
  process.umask(0o077)
}

/** Removes the access of other users of the machine to a file of an older version; ignores a missing file. */
export function makePrivate(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined || (found.mode & 0o077) === 0) return
  try {
    chmodSync(file, 0o600)
  } catch (error) {
    // EPERM is ignored, because the process may not own the file, and some file systems have no modes.
    if (!isSystemError(error, 'EPERM')) throw error
  }
}
