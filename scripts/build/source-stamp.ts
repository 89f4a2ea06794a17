import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
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
  const lists = await Promise.all(sources.map((source) => filesBelow(root, source)))
  // One after the other, a thousand files would take half of the time that the server takes to start.
  const files = await Promise.all(
    lists.flat().map(async (file) => ({ file, content: await readFile(join(root, file)) })),
  )
  for (const { file, content } of files) hash.update(`${file}\0`).update(content).update('\0')
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
