import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Has all that tests throw away (databases, browsers' profiles) made in memory, where there is room for it: waiting for
 * a disk thousands of times took longer than the tests. Else everything stays in the usual temporary folder. The
 * folder goes with this process.
 */
export function workInMemory(memory = '/dev/shm'): void {
  if (process.env.TMPDIR !== undefined || freeBytes(memory) < ENOUGH_BYTES) return
  const folder = mkdtempSync(join(memory, 'companion-'))
  // PostgreSQL, which is another user's when this is root's, must get through to its own.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
}

/** Of what can be written to; 0 where there is no such place. */
function freeBytes(place: string): number {
  try {
    const { bavail, bsize } = statfsSync(place)
    return bavail * bsize
  } catch {
    return 0
  }
}
