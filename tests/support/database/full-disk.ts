import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isSystemError } from '#server/lib/system-error.ts'

/** Whether this process may mount file systems: root in most containers, nobody elsewhere. */
export function canMount(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'companion-mount-'))
  try {
    mountSmallDisk(folder, 1)()
    return true
  } catch {
    // The caller then fills the database by other means.
    return false
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Mounts a disk of that many megabytes over a folder; returns a function that removes it. */
export function mountSmallDisk(folder: string, megabytes: number): () => void {
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0700`, 'tmpfs', folder], { stdio: 'ignore' })
  return () => void execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' })
}

/** Writes a file until its disk is full; returns a function that deletes it. */
export function fillDisk(folder: string): () => void {
  const file = join(folder, 'filler')
  const descriptor = openSync(file, 'w')
  try {
    for (;;) writeSync(descriptor, Buffer.alloc(4096))
  } catch (error) {
    if (!isSystemError(error, 'ENOSPC')) throw error
  } finally {
    closeSync(descriptor)
  }
  return () => rmSync(file)
}
