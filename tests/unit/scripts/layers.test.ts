import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findArchitectureProblems } from '../../../scripts/check/architecture.ts'

const root = join(import.meta.dirname, '../../..')

test('every layer imports only the layers below it, and no file is too long', async () => {
  expect(await findArchitectureProblems(root)).toEqual([])
})

/** Assembled here so that this file does not itself look like the violation. */
const importing = (target: string) => `im${'port'} '${target}'\n`

test.each([
  ['one feature importing another', 'src/features/chat/a.ts', importing('#features/auth/b.ts'), 'another'],
  ['the same by a relative path', 'src/features/new/a.ts', importing('../auth/b.ts'), 'another'],
  ['the interface importing the session', 'src/ui/a.tsx', importing('#session/b.ts'), 'ui may not import session'],
  ['the client importing React', 'src/api/a.ts', importing('react'), 'not a package'],
  ['a contract with a package of its own', 'src/contract/a.ts', importing('ky'), 'may only use valibot'],
  ['a screen reaching into the server', 'src/routes/a.tsx', importing('#server/main.ts'), 'may not import server'],
  ['a service that knows HTTP', 'server/modules/x/x.service.ts', importing('../../http/e.ts'), 'does not know HTTP'],
  ['routes without a service', 'server/modules/x/x.routes.ts', importing('./x.repository.ts'), 'through a service'],
  ['a folder that no rule names', 'src/utils/a.ts', importing('#lib/b.ts'), 'in no rule'],
  ['a file without an end', 'server/long.ts', 'x\n'.repeat(301), '301 lines'],
])('the check notices %s', async (_what, file, text, words) => {
  const folder = await mkdtemp(join(tmpdir(), 'architecture-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(dirname(join(folder, file)), { recursive: true })
  await writeFile(join(folder, file), text)
  expect(await findArchitectureProblems(folder)).toEqual([expect.stringContaining(words)])
})

test('a layer may import itself and the layers below it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'architecture-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'src/features/chat'), { recursive: true })
  await writeFile(join(folder, 'src/features/chat/a.tsx'), importing('./b.ts') + importing('#ui/button/button.tsx'))
  expect(await findArchitectureProblems(folder)).toEqual([])
})

test('the check notices a folder with more than 20 source files, but counts no folder below it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'architecture-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'src/lib/below'), { recursive: true })
  for (let number = 1; number <= 20; number++) await writeFile(join(folder, `src/lib/file-${number}.ts`), '')
  await writeFile(join(folder, 'src/lib/below/file.ts'), '')
  expect(await findArchitectureProblems(folder)).toEqual([])
  await writeFile(join(folder, 'src/lib/style.css'), '')
  expect(await findArchitectureProblems(folder)).toEqual(['src/lib has 21 source files; 20 is the most'])
})
