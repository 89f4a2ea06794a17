import { statfs } from 'node:fs/promises'
import type { Config } from '../config/config.ts'

/** The log message when a write fails for lack of space. */
export const DISK_FULL = 'the disk is full, or cannot be written: nothing can be stored until there is space'

/** For the log: where data is stored, and the free bytes there if this process can read them. */
export async function describeStorage({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<{ storage: string; freeBytes?: number }> {
  if (databaseUrl !== null) return { storage: 'the disk of PostgreSQL' }
  const free = await statfs(dataDir).then(
    ({ bavail, bsize }) => ({ freeBytes: bavail * bsize }),
    // The folder may be missing.
    () => ({}),
  )
  return { storage: dataDir, ...free }
}
