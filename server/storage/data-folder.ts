import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs'
import { isSystemError } from '../lib/system-error.ts'

/** Makes the folder, closed to other users of the machine, or throws the system's error when it cannot be written to. */
export function prepareDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
}

/**
 * Closes whatever this process and its children write from now on to other users of the machine, also in a data folder
 * that was made beforehand and is open. SQLite's and pg_dump's files have no mode of their own.
 */
export function makeNewFilesPrivate(): void {
  process.umask(0o077)
}

/** Takes a file away from other users of the machine that an older version left open to them; nothing when there is none. */
export function makePrivate(file: string): void {
  const found = statSync(file, { throwIfNoEntry: false })
  if (found === undefined || (found.mode & 0o077) === 0) return
  try {
    chmodSync(file, 0o600)
  } catch (error) {
    // Only its owner may do that, and some file systems have no modes: neither keeps the server from starting.
    if (!isSystemError(error, 'EPERM')) throw error
  }
}
