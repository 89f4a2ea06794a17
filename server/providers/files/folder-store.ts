import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { isSystemError } from '../../lib/system-error.ts'
import type { FileStore } from './file-store.ts'

/** Objects are files below a folder, in subfolders by the first two characters of their names. */
export const objectPath = (folder: string, name: string): string => join(folder, name.slice(0, 2), name)

export function createFolderStore(folder: string): FileStore {
  const pathOf = (name: string) => objectPath(folder, name)
  return {
    name: `files in ${folder}`,
    async put(name, bytes) {
      const path = pathOf(name)
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      // Written under a temporary name and renamed, so that a crash leaves no partial object under the real one.
      const part = `${path}.part`
      try {
        await closing(await open(part, 'w', 0o600), async (file) => {
          await file.writeFile(bytes)
          await file.sync()
        })
        await rename(part, path)
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      // The new name is an entry of the folder, which has to reach the disk too.
      await closing(await open(dirname(path)), (directory) => directory.sync())
    },
    async open(name) {
      const file = await open(pathOf(name)).catch((error: unknown) => {
        if (isSystemError(error, 'ENOENT')) return null
        throw error
      })
      // The stream closes the file when it ends or is cancelled.
      return file && (Readable.toWeb(file.createReadStream()) as ReadableStream<Uint8Array<ArrayBuffer>>)
    },
    async remove(name) {
      const path = pathOf(name)
      // A server that was killed while it wrote has left the temporary file.
      await Promise.all([rm(path, { force: true }), rm(`${path}.part`, { force: true })])
    },
  }
}

async function closing(file: FileHandle, use: (file: FileHandle) => Promise<void>): Promise<void> {
  try {
    await use(file)
  } finally {
    await file.close()
  }
}
