import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findPrivateWords } from '../../../scripts/check/vocabulary.ts'

/** What the check says of a repository that holds this one file. */
async function check(file: string, text: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'vocabulary-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
  return findPrivateWords(folder)
}

describe('the check of the vocabulary', () => {
  it.each([
    ['a variable', 'src/lib/a.ts', 'const needs = 1', '"needs": say deps'],
    ['a word inside a name', 'src/lib/a.ts', 'export function makePersonAgain() {}', '"makePersonAgain": say user'],
    ['the words of a constant', 'server/a.ts', 'const PATIENCE = 1', '"PATIENCE": say timeout'],
    ['a property', 'server/a.ts', 'const a = { accountId: 1 }', '"accountId": say userId'],
    ['a type', 'sw/a.ts', 'interface AccountNeeds {}', '"AccountNeeds": say deps'],
    ['a private field', 'scripts/a.ts', 'class A { #waker = 1 }', '"waker": say wake signal'],
    ['an attribute', 'src/ui/a.tsx', 'const a = <p aside={1} />', '"aside": say stash'],
    ['a line comment', 'server/a.ts', `// The ${'jan'}itor runs.`, 'say cleanup job'],
    ['a block comment', 'server/a.ts', `/** Wakes the ${'bil'}ler. */\nrun()`, 'say billing job'],
    ['a class of a style sheet', 'src/ui/a.module.css', '.box > .keptText:hover {', '"keptText": say save'],
    ['a word that is a field elsewhere', 'src/lib/a.ts', 'const asked = 1', '"asked": say request'],
    ['a test title', 'tests/a.test.ts', `it('starts the ${'jan'}itor', run)`, 'say cleanup job'],
    ['a title of rows', 'tests/a.test.ts', `describe.each([1])('the ${'jan'}itor', run)`, 'say cleanup job'],
  ])('reports %s with its line', async (_what, file, text, words) => {
    expect(await check(file, `run()\n${text}\n`)).toEqual([expect.stringMatching(`^${file}:2: .*${words}`)])
  })

  it('accepts texts, elements, class names, fields of the API and names that others gave', async () => {
    const text = `
      import styles from './a.module.css'
      const text = 'the janitor needs patience'
      export const A = () => <aside className={styles.aside}>{a.new_people}</aside>
      listen({ keepAlive: true })
      const needsBuild = everything
    `
    expect(await check('src/ui/a.tsx', text)).toEqual([])
  })

  it('accepts the name of a stored field where it is stored, and in tests', async () => {
    expect(await check('src/offline/outbox/conflicts.ts', 'modify({ told: true })')).toEqual([])
    expect(await check('tests/unit/a.test.ts', 'const asked = 1')).toEqual([])
    expect(await check('src/ui/a.css', '.box { background: url(a.kept.png); line-height: 1.5 }')).toEqual([])
  })

  it('passes over generated files', async () => {
    expect(await check('src/routeTree.gen.ts', 'const needs = 1')).toEqual([])
  })
})
