import { statSync } from 'node:fs'
import { tokenSecretFile } from './token-secret.ts'

/** The SQLite file is missing or empty, although it had data before. */
export class LostDatabaseError extends Error {
  override readonly name = 'LostDatabaseError'
  readonly file: string
  readonly secretFile: string

  constructor(file: string, secretFile: string) {
    super(`${file} is missing or empty`)
    this.file = file
    this.secretFile = secretFile
  }
}

/**
 * Throws LostDatabaseError when the SQLite file is missing or empty although a token secret exists, which is stored
 * only after the database: a new, empty database would look as if all accounts had been deleted.
 */
export function refuseLostDatabase(dataDir: string, file: string): void {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0
  const secretFile = tokenSecretFile(dataDir)
  if (size === 0 && statSync(secretFile, { throwIfNoEntry: false }) !== undefined) {
    throw new LostDatabaseError(file, secretFile)
  }
}
