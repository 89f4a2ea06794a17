import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { readImports } from '../../../scripts/check/imports.ts'

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The paths that the image gets from the build, relative to the root. */
const copied = [...read('Dockerfile').matchAll(/^COPY --from=build (.+) \S+$/gm)]
  .flatMap(([, sources = '']) => sources.split(' '))
  .filter((source) => source.startsWith('/companion/'))
  .map((source) => source.replace('/companion/', ''))

const programs = ['server/main.ts', ...copied.filter((path) => /^scripts\/[^/]+\.ts$/.test(path))]

/** Everything that the programs import, also later or in a worker, without what only types need. */
function findImports(): { files: Set<string>; packages: Set<string> } {
  const [files, packages] = [new Set<string>(), new Set<string>()]
  const open = [...programs]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file)) continue
    files.add(file)
    const text = read(file)
    const folder = file.slice(0, file.lastIndexOf('/'))
    const workers = [...text.matchAll(/new URL\('(\.\/[^']+\.ts)'/g)].map(([, name = '']) => join(folder, name))
    open.push(...workers)
    for (const { target, path, isStatic } of readImports(file, text)) {
      if (!isStatic && !text.includes(`import('${target}')`)) continue
      if (path !== undefined) open.push(path)
      else if (!target.startsWith('node:')) packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? target)
    }
  }
  return { files, packages }
}

/** What the image gets of the build's stage that is not in the repository. */
const built = ['node_modules', 'dist', 'dist-server']

describe('the container image', () => {
  const { files, packages } = findImports()

  it('gets every file that its programs import', () => {
    expect(files.size).toBeGreaterThan(500)
    const missing = [...files].filter((file) => !copied.some((path) => file === path || file.startsWith(`${path}/`)))
    expect(missing).toEqual([])
  })

  it('gets every package that its programs import as a dependency, and no other', () => {
    const { dependencies } = v.parse(
      v.object({ dependencies: v.record(v.string(), v.string()) }),
      JSON.parse(read('package.json')),
    )
    // Makes the log readable in a terminal where it is installed.
    packages.delete('pino-pretty')
    expect([...packages].sort()).toEqual(Object.keys(dependencies).sort())
  })

  it('names only paths that exist, and lets the build have them', () => {
    const sources = copied.filter((path) => !built.includes(path))
    expect(sources.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const allowed = read('.dockerignore').split('\n')
    expect(sources.filter((path) => !allowed.includes(`!${path.split('/')[0]}`))).toEqual([])
  })
})
