import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { chunkGroups } from '../../../../scripts/build/chunk-groups.ts'

const root = resolve(import.meta.dirname, '../../../..')
const aliases: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports

/** All modules that a file loads statically, without type imports; packages by name. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  if (!file.startsWith(root)) return seen
  const code = readFileSync(file, 'utf8')
  for (const [, specifier = ''] of code.matchAll(
    /^(?:import|export)\s(?!type\b)(?:[^'"();]*?\sfrom\s)?['"]([^'"]+)['"]/gm,
  )) {
    loadedWith(locate(specifier, file), seen)
  }
  return seen
}

function locate(specifier: string, from: string): string {
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier)
  const alias = Object.keys(aliases).find((each) => specifier.startsWith(each.slice(0, -1)))
  return alias ? join(root, (aliases[alias] ?? '').replace('*', specifier.slice(alias.length - 1))) : specifier
}

test.each(['restore-session', 'guards/guards', 'api', 'session-actions', 'sign-out/sign-out', 'state/session-atom'])(
  'session/%s.ts does not bring the database code into the first load',
  (name) => {
    const loaded = loadedWith(join(root, `src/session/${name}.ts`))
    expect(loaded.size).toBeGreaterThan(2)
    expect(loaded).not.toContain('dexie')
  },
)

test('the code that every page loads contains neither the database nor the API client', () => {
  const [core] = chunkGroups
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(root, 'src', file))
    // These two import all pages, whose components are split from them.
    .filter((file) => core?.test.test(file) && !/\/(routeTree\.gen|router)\./.test(file))
  expect(files.length).toBeGreaterThan(20)
  for (const file of files) {
    const loaded = loadedWith(file)
    for (const name of ['dexie', 'ky', 'react-hot-toast']) expect.soft(loaded, file).not.toContain(name)
  }
})

test('the worker can use the token record, which imports neither React nor the window', () => {
  const loaded = loadedWith(join(root, 'src/session/token-record/token-record.ts'))
  const code = [...loaded].filter((file) => file.startsWith(root)).map((file) => readFileSync(file, 'utf8'))
  expect([...loaded].filter((each) => /react|jotai/.test(each.replace(root, '')))).toEqual([])
  expect(code.filter((text) => /\b(window|document|localStorage)\./.test(text))).toEqual([])
})

test('the chunk that registers the worker has no file of the core, which could then not be loaded without it', () => {
  const loaded = loadedWith(join(root, 'src/features/pwa/register-worker.ts'))
  expect(loaded.size).toBeGreaterThan(8)
  // A group also gets the files that its own import, except those of an earlier group.
  expect([...loaded].filter((file) => chunkGroups.find(({ test }) => test.test(file))?.name === 'core')).toEqual([])
})
