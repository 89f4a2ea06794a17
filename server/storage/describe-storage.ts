import { statfs } from 'node:fs/promises'
import type { Config } from '../config/config.ts'

/** What the log says whenever something could not be stored. */
export const DISK_FULL = 'the disk is full, or cannot be written: nothing can be stored until there is space'

/** For the log: where everything is stored, and how many bytes are free there where this process can see it. */
export async function describeStorage({
  databaseUrl,
  dataDir,
}: Pick<Config, 'databaseUrl' | 'dataDir'>): Promise<{ storage: string; freeBytes?: number }> {
  if (databaseUrl !== null) return { storage: 'the disk of PostgreSQL' }
  const free = await statfs(dataDir).then(
    ({ bavail, bsize }) => ({ freeBytes: bavail * bsize }),
    // The disk may be gone altogether.
    () => ({}),
  )
  return { storage: dataDir, ...free }
}
