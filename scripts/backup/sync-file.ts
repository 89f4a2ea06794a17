import { closeSync, fsyncSync, openSync } from 'node:fs'

/** Waits until the file's content is on the disk, which copying and `vacuum into` do not. */
export function syncFile(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Waits until the names in a folder are on the disk, such as one that a file was renamed to. */
export function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
