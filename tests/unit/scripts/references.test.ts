import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { findDanglingReferences } from '../../../scripts/check/references.ts'

/** Assembled here so that this file does not itself cite what is not there. */
const absent = (end: string) => `specifi${end}`

/** What the check says of a repository of these files. */
async function check(files: Readonly<Record<string, string>>): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'references-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  return findDanglingReferences(folder)
}

describe('the check of references', () => {
  it.each([
    ['a file name in a line comment', 'src/lib/a.ts', '// See gone.ts.', 'gone.ts exists nowhere'],
    ['a file name behind code', 'src/lib/a.ts', 'run() // as gone.ts does', 'gone.ts exists nowhere'],
    ['a file name in a block comment', 'src/lib/a.tsx', '/**\n * See `gone.tsx`.\n */', 'gone.tsx exists nowhere'],
    ['a path in a style sheet', 'src/ui/a.css', '/* As in src/ui/gone.css. */', 'src/ui/gone.css exists nowhere'],
    ['a file in another folder', 'src/lib/a.ts', '// See api/a.ts.', 'api/a.ts exists nowhere'],
    ['an alias', 'src/lib/a.ts', '// See #lib/gone.ts.', '#lib/gone.ts exists nowhere'],
    ['a folder', 'server/a.ts', '// All of server/gone/ is small.', 'server/gone exists nowhere'],
    ['a file name in YAML', 'tests/a.yaml', 'a: 1 # see gone.ts', 'gone.ts exists nowhere'],
    ['a decision record by its number', 'sw/a.ts', '// Why: decision 012.', 'decision record 012 exists nowhere'],
    ['the second of two records', 'sw/a.ts', '// Decisions 001 and 012.', 'decision record 012 exists nowhere'],
    ['a record by its path', 'sw/a.ts', '// Why: docs/decisions/012.', 'decision record 012 exists nowhere'],
    ['a bare number in a record', 'docs/decisions/001-a.md', 'As before (012).', 'decision record 012 exists nowhere'],
    ['a name that no code has', 'src/lib/a.ts', '// See `goneName`.', 'no code has the name goneName'],
    ['a constant that no code has', 'src/lib/a.ts', '// Ends after gone, GONE_MS.', 'no code has the name GONE_MS'],
    ['a link in a document', 'docs/a.md', '[gone](gone/b.txt)', 'gone/b.txt exists nowhere'],
    ['a document that is not here', 'src/lib/a.ts', `// As the ${absent('cation')} says.`, 'not in the repository'],
    ['such a document in a title', 'tests/a.test.ts', `it('does as the ${absent('cation')}')`, 'not in the repository'],
  ])('reports %s with its line', async (_what, file, text, words) => {
    const problems = await check({ 'docs/decisions/001-a.md': 'A record.', [file]: `${text}\n` })
    expect(problems).toEqual([expect.stringContaining(words)])
    const line = text.split('\n').findIndex((part) => /gone|api\/a|012|specifi/.test(part)) + 1
    expect(problems[0]).toContain(`${file}:${line}: `)
  })

  it('accepts names, ends of paths, relative paths, aliases, folders, records and links that exist', async () => {
    const files = {
      'README.md': '[a](src/lib/a.ts) [there](https://example.com/gone.md) `test-results/table.md`\n',
      'docs/decisions/001-a.md': 'A record.\n',
      'docs/decisions/README.md': '[001](001-a.md)\n',
      'src/lib/a.ts':
        '// See b.ts, lib/b.ts, ./b.ts, #lib/b.ts, src/lib/, docs/decisions/001, decision 001 and `someText`.\n',
      'src/lib/b.ts': `const someText = 'gone.ts' + " // /lib/gone.css"\n`,
    }
    expect(await check(files)).toEqual([])
  })
})
