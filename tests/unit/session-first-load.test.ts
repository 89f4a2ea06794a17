import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const aliases: Record<string, string> = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).imports

/** All that a file loads with it: static imports that are not of types only, packages by their names. */
function loadedWith(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  if (!file.startsWith(root)) return seen
  const code = readFileSync(file, 'utf8')
  for (const [, specifier = ''] of code.matchAll(/^(?:import|export)\s(?!type\b)[^'"]*?['"]([^'"]+)['"]/gm)) {
    loadedWith(locate(specifier, file), seen)
  }
  return seen
}

function locate(specifier: string, from: string): string {
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier)
  const alias = Object.keys(aliases).find((each) => specifier.startsWith(each.slice(0, -1)))
  return alias ? join(root, (aliases[alias] ?? '').replace('*', specifier.slice(alias.length - 1))) : specifier
}

it.each(['restore-session', 'guards', 'api', 'actions', 'sign-out', 'session-atom'])(
  'session/%s.ts does not bring the database code into the first load',
  (name) => {
    const loaded = loadedWith(join(root, `src/session/${name}.ts`))
    expect(loaded.size).toBeGreaterThan(2)
    expect(loaded).not.toContain('dexie')
  },
)

it('the worker can use the token record: it brings neither React nor a page', () => {
  const loaded = loadedWith(join(root, 'src/session/token-record.ts'))
  const code = [...loaded].filter((file) => file.startsWith(root)).map((file) => readFileSync(file, 'utf8'))
  expect([...loaded].filter((each) => /react|jotai/.test(each.replace(root, '')))).toEqual([])
  expect(code.filter((text) => /\b(window|document|localStorage)\./.test(text))).toEqual([])
})
