import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { unbuiltPages } from '#lib/unbuilt-pages.ts'

const routes = join(import.meta.dirname, '../../../src/routes')

/** Addresses of the route files that show the plain page, from the ids that they declare. */
async function addressesOfPlainPages(): Promise<string[]> {
  const files = (await readdir(routes, { recursive: true })).filter((name) => name.endsWith('.tsx'))
  const sources = await Promise.all(files.map((name) => readFile(join(routes, name), 'utf8')))
  return sources
    .filter((source) => source.includes('NotBuiltYet'))
    .map((source) => /createFileRoute\('(?:\/_site)?([^']+?)\/?'\)/.exec(source)?.[1] ?? 'unknown')
}

it('lists exactly the pages that show "not built yet"', async () => {
  expect((await addressesOfPlainPages()).sort()).toEqual([...unbuiltPages].sort())
})
