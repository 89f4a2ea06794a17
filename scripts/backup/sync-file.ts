import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Waits until the file's content is on the disk, which copying and \`vacuum into\` do not. */
export function syncFile(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
