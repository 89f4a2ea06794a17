import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findTitleProblems } from '../../../scripts/check/test-titles.ts'

/** What the check says of a repository that holds this one file. */
async function check(text: string, file = 'tests/unit/a.test.ts'): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'titles-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
  return findTitleProblems(folder)
}

describe('the check of test titles', () => {
  it.each([
    ["it('after a failure is repeated', run)", 'after a failure is repeated'],
    ["test('Without a network it waits', run)", 'Without a network it waits'],
    ["it.each(rows)('of %s is %s', run)", 'of %s is %s'],
    ["it.only(\n'that fails is repeated', run)", 'that fails is repeated'],
    ['it(`in \u0024{place} is listed`, run)', 'in '],
  ])('reports %j with its line', async (text, title) => {
    expect(await check(`run()\n  ${text}`)).toEqual([
      expect.stringMatching(new RegExp(`^tests/unit/a\\.test\\.ts:[23]: "${title}": begin the title`)),
    ])
  })

  it.each([
    "  it('is repeated after a failure', run)",
    "test('it waits without a network', run)",
    "  it('often fails', run)",
    "describe('in a browser', run)",
    "test.describe('with few users', run)",
    "test.step('when offline', run)",
    "say('of nothing')",
  ])('accepts %j', async (text) => {
    expect(await check(text)).toEqual([])
  })

  it('reports an `it` that no `describe` gives a subject', async () => {
    expect(await check("describe('a', () => {\n  it('is', run)\n})\nit.each(rows)('a b is', run)")).toEqual([
      'tests/unit/a.test.ts:4: an `it` outside of `describe` has no subject: write `test` and a whole sentence',
    ])
  })

  it('looks at the files of tests only', async () => {
    expect(await check("it('of nothing', run)", 'src/a.ts')).toEqual([])
  })
})
