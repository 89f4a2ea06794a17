import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

export class FolderInUseError extends Error {
  override readonly name = 'FolderInUseError'
  readonly dataDir: string

  constructor(dataDir: string) {
    super(`another server is running on ${dataDir}`)
    this.dataDir = dataDir
  }
}

/**
 * Makes this process the only server on the folder, until the returned function is called or the process ends: it locks
 * an empty file, so that admin:create and db:backup can still use the database. Throws FolderInUseError.
 */
export function lockFolder(dataDir: string): () => void {
  const database = new DatabaseSync(join(dataDir, 'server.lock'), { timeout: 0 })
  try {
    database.exec('begin exclusive')
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw new FolderInUseError(dataDir)
    }
    throw error
  }
  return () => database.close()
}
