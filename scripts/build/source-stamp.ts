import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const sources = [
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

/** A hash of the sources' contents, which identifies the build of exactly these sources. */
export async function sourceStamp(root: string): Promise<string> {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of await filesBelow(root, source)) {
      hash.update(`${file}\0`)
      hash.update(await readFile(join(root, file)))
      hash.update('\0')
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
