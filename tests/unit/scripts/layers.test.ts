import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { findArchitectureProblems, findIdleRules } from '../../../scripts/check/architecture.ts'
import { findCycles } from '../../../scripts/check/cycles.ts'
import { readImports } from '../../../scripts/check/imports.ts'

/** Assembled here so that this file does not itself look like the violation. */
const importing = (target: string) => `im${'port'} '${target}'\n`

test.each([
  ['one feature importing another', 'src/features/chat/a.ts', importing('#features/auth/b.ts'), 'another'],
  ['the same by a relative path', 'src/features/new/a.ts', importing('../auth/b.ts'), 'another'],
  ['the interface knowing the session', 'src/ui/a.tsx', importing('#session/b.ts'), 'ui may not import session'],
  ['the client knowing React', 'src/api/a.ts', importing('react'), 'not a package'],
  ['a contract with a package of its own', 'src/contract/a.ts', importing('ky'), 'may only use valibot'],
  ['a screen reaching into the server', 'src/routes/a.tsx', importing('#server/main.ts'), 'may not import server'],
  ['a use case that knows HTTP', 'server/modules/x/use-cases/a.ts', importing('../../../http/e.ts'), 'knows no HTTP'],
  ['a use case with a package of HTTP', 'server/modules/x/use-cases/a.ts', importing('hono'), 'knows no HTTP'],
  ['a use case that calls routes', 'server/modules/x/a.ts', importing('./x.routes.ts'), 'a use case knows no HTTP'],
  ['routes without a use case', 'server/modules/x/x.routes.ts', importing('./x.repository.ts'), 'through a use case'],
  ['routes that reach into the database', 'server/modules/x/x.routes.ts', importing('#server/db/a.ts'), 'a use case'],
  ['routes that import the query builder', 'server/modules/x/x.routes.ts', importing('kysely'), 'contain no queries'],
  ['a query in routes', 'server/modules/x/x.routes.ts', "db.selectFrom('users')\n", 'routes contain no queries'],
  ['raw SQL beside routes', 'server/modules/x/a.http.ts', 'sql<number>`select 1`\n', 'routes contain no queries'],
  ['a repository with a use case', 'server/modules/x/x.repository.ts', importing('./use-cases/a.ts'), 'no use case'],
  ['a repository that knows HTTP', 'server/modules/x/x.repository.ts', importing('#server/http/a.ts'), 'knows no HTTP'],
  ['HTTP that knows a module', 'server/http/a.ts', importing('../modules/x/b.ts'), 'server/http knows no module'],
  ['a database that knows a module', 'server/db/a.ts', importing('../modules/x/b.ts'), 'the database knows nobody'],
  ['a provider that knows the database', 'server/providers/a.ts', importing('../db/b.ts'), 'a provider stands alone'],
  ['a shared leaf that knows a provider', 'server/lib/a.ts', importing('../providers/b.ts'), 'server/lib knows nobody'],
  ['a worker that knows the page session', 'sw/a.ts', importing('#session/sign-out.ts'), 'only the token record'],
  ['a folder that no rule names', 'src/utils/a.ts', importing('#lib/b.ts'), 'in no rule'],
  ['a file without an end', 'server/long.ts', 'x\n'.repeat(301), '301 lines'],
])('the check reports %s', async (_what, file, text, words) => {
  const folder = await mkdtemp(join(tmpdir(), 'architecture-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
  expect(await findArchitectureProblems(folder)).toEqual([expect.stringContaining(words)])
})

test('a layer may import itself and what lies below it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'architecture-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'src/features/chat'), { recursive: true })
  await writeFile(join(folder, 'src/features/chat/a.tsx'), importing('./b.ts') + importing('#ui/button/button.tsx'))
  expect(await findArchitectureProblems(folder)).toEqual([])
})

test('the check reports a folder with more than 20 source files, without counting its subfolders', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'architecture-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'src/lib/below'), { recursive: true })
  for (let number = 1; number <= 20; number++) await writeFile(join(folder, `src/lib/file-${number}.ts`), '')
  await writeFile(join(folder, 'src/lib/below/file.ts'), '')
  expect(await findArchitectureProblems(folder)).toEqual([])
  await writeFile(join(folder, 'src/lib/style.css'), '')
  expect(await findArchitectureProblems(folder)).toEqual(['src/lib has 21 source files; 20 is the most'])
})

test('the check reports a median of more than 60 lines, without counting tests', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'architecture-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'src/lib'), { recursive: true })
  await mkdir(join(folder, 'tests'))
  for (let number = 1; number <= 10; number++) {
    await writeFile(join(folder, `src/lib/file-${number}.ts`), 'x\n'.repeat(number <= 4 ? 100 : 60))
    await writeFile(join(folder, `tests/file-${number}.ts`), 'x\n'.repeat(100))
  }
  expect(await findArchitectureProblems(folder)).toEqual([])
  for (const number of [5, 6]) await writeFile(join(folder, `src/lib/file-${number}.ts`), 'x\n'.repeat(61))
  expect(await findArchitectureProblems(folder)).toEqual(['half of the files have 61 lines or more; 60 is the most'])
})

test('the check notices files, and modules, that import one another', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'architecture-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const write = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  await write('server/modules/x/a.ts', importing('../y/b.ts'))
  await write('server/modules/y/b.ts', importing('./c.ts'))
  await write('server/modules/y/c.ts', '')
  expect(await findArchitectureProblems(folder)).toEqual([])
  await write('server/modules/y/c.ts', importing('../x/d.ts'))
  await write('server/modules/x/d.ts', '')
  expect(await findArchitectureProblems(folder)).toEqual(['these modules import one another: x, y'])
  await write('server/modules/x/d.ts', importing('./a.ts'))
  expect(await findArchitectureProblems(folder)).toEqual([
    expect.stringContaining('these files import one another: server/modules/x/a.ts, server/modules/x/d.ts'),
    'these modules import one another: x, y',
  ])
  await write('server/modules/x/d.ts', '')
  await write('server/modules/y/c.ts', '')
  const ofTypes = (name: string) => `im${'port'} type { A } from './${name}.ts'\n`
  await write('server/modules/x/e.ts', ofTypes('f'))
  await write('server/modules/x/f.ts', ofTypes('e'))
  expect(await findArchitectureProblems(folder)).toEqual([
    'these files import one another: server/modules/x/e.ts, server/modules/x/f.ts',
  ])
})

test('the check notices a rule that binds no file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'architecture-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const name of ['src', 'sw', 'server', 'scripts', 'tests']) await mkdir(join(folder, name))
  const problems = await findIdleRules(folder)
  expect(problems).toContainEqual(expect.stringContaining('the rule "routes contain no queries" binds no file'))
  expect(problems).toContain('the layer contract has no file')
})

describe('readImports', () => {
  test('counts an import of types alone, and one that runs later, as not static', () => {
    const lines = [
      "im\u0070ort type { A } from './a.ts'",
      "im\u0070ort { type B } from './b.ts'",
      "im\u0070ort('./c.ts')",
    ]
    const text = [...lines, "im\u0070ort { type D, d } from './d.ts'", "ex\u0070ort { e } from './e.ts'"].join('\n')
    const read = readImports('server/x.ts', text).map(({ path, isStatic }) => [path, isStatic])
    expect(read).toEqual([
      ['server/a.ts', false],
      ['server/b.ts', false],
      ['server/c.ts', false],
      ['server/d.ts', true],
      ['server/e.ts', true],
    ])
  })
})

describe('findCycles', () => {
  test('finds each group of nodes that lead to one another, and nothing in a tree', () => {
    const graph = { a: ['b'], b: ['c', 'd'], c: ['a'], d: ['e'], e: ['d'], f: ['a'] }
    const map = new Map(Object.entries(graph).map(([node, next]) => [node, new Set(next)]))
    expect(findCycles(map)).toEqual([
      ['d', 'e'],
      ['a', 'b', 'c'],
    ])
    expect(
      findCycles(
        new Map([
          ['a', new Set(['b'])],
          ['b', new Set<string>()],
        ]),
      ),
    ).toEqual([])
  })
})
