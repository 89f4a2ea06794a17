import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrations } from '#server/db/migrate.ts'

const root = join(import.meta.dirname, '../..')
const git = (args: string[]) => execFileSync('git', args, { cwd: root, maxBuffer: 1 << 30 })

export interface PreviousVersion {
  commit: string
  /** The folder of its sources, with the packages of this version. */
  tree: string
  /** Whether it can start on a database that a newer version has migrated. */
  toleratesNewer: boolean
  remove(): void
}

/**
 * Checks out a version: `given`, else the last one before the newest migration, whose database differs from this one.
 */
export function checkOutPrevious(given: string | undefined): PreviousVersion {
  const newest = Object.keys(migrations).at(-1) ?? ''
  const added = `server/db/migrations/${newest}.ts`
  const commits = git(['log', '--diff-filter=A', '--format=%H', '--', added]).toString().trim().split('\n')
  const ref = given ?? `${commits.at(-1)}~1`
  const commit = git(['rev-parse', '--verify', `${ref}^{commit}`])
    .toString()
    .trim()
  const tree = mkdtempSync(join(tmpdir(), 'companion-previous-'))
  mkdirSync(tree, { recursive: true })
  execFileSync('tar', ['-x', '-C', tree], { input: git(['archive', commit]) })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  const migrate = git(['show', `${commit}:server/db/migrate.ts`]).toString()
  return {
    commit,
    tree,
    toleratesNewer: migrate.includes('unknownOf'),
    remove: () => rmSync(tree, { recursive: true, force: true }),
  }
}
