import { accessSync, constants, mkdirSync } from 'node:fs'

/** Makes the folder, closed to other users of the machine, or throws the system's error when it cannot be written to. */
export function prepareDataFolder(dataDir: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
}

/**
 * Closes whatever this process and its children write from now on to other users of the machine, also in a data folder
 * that was made beforehand and is open. SQLite's and pg_dump's files have no mode of their own.
 */
export function keepFilesPrivate(): void {
  process.umask(0o077)
}
