import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

export const appSources = [
  'src',
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  'lingui.config.ts',
  'package.json',
  'package-lock.json',
  'scripts/build',
  'scripts/route-tree.ts',
]

export const serverSources = [
  'server',
  'src/contract',
  'package.json',
  'package-lock.json',
  'scripts/build/server-bundle.ts',
]

/** A hash of the contents of these files and folders, which identifies the build of exactly them. */
export async function sourceStamp(root: string, sources: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesBelow(root, source)) {
      // Read at once: awaiting a thousand files takes half a second, and opening them together more than some systems
      // allow.
      hash
        .update(`${file}\0`)
        .update(readFileSync(join(root, file)))
        .update('\0')
    }
  }
  return hash.digest('hex')
}

/** Paths relative to `root`, sorted; for a file its own path, for a missing path none. */
export async function filesBelow(root: string, path: string): Promise<string[]> {
  const entries = await readdir(join(root, path), { withFileTypes: true, recursive: true }).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return 'file' as const
    throw error
  })
  if (entries === undefined) return []
  if (entries === 'file') return [path]
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(root, '/').length))
    .sort()
}
