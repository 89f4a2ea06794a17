import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const ENOUGH_BYTES = 4 * 1024 ** 3

/**
 * Sets TMPDIR to a folder in memory if there is enough space, because waiting for the disk took longer than the tests
 * (databases, browser profiles). Otherwise the usual temporary folder is used. The folder is deleted when the process
 * exits.
 */
export function workInMemory(memory = '/dev/shm'): void {
  if (process.env.TMPDIR !== undefined || freeBytes(memory) < ENOUGH_BYTES) return
  const folder = mkdtempSync(join(memory, 'companion-'))
  // When the tests run as root, PostgreSQL runs as another user, who must reach its own folder.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
}

/** The free space for this user; 0 when the folder does not exist. */
function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  } catch {
    return 0
  }
}
