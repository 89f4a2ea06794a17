import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { findArchitectureProblems, findIdleRules } from './check/architecture.ts'
import { findDecisionProblems } from './check/decisions.ts'
import { findDanglingReferences } from './check/references.ts'
import { runSteps, type Step, type StepResult } from './check/run-step.ts'
import { findClassProblems } from './check/style-classes.ts'
import { findTitleProblems } from './check/test-titles.ts'
import { findPrivateWords } from './check/vocabulary.ts'
import { writeRouteTree } from './check/write-route-tree.ts'

const root = join(import.meta.dirname, '..')

/** With one checker: each of several would check the types again that they share, at twice the processor time. */
const types = (folder: string): Step['run'] => ['tsc', '-p', folder, '--checkers', '1']

/** The longest first: begun last, it would run alone at the end. */
const steps: readonly Step[] = [
  { name: 'types of the tests', run: types('tests') },
  { name: 'types of the app', run: types('.') },
  { name: 'types of the server', run: types('server') },
  { name: 'types of the scripts', run: types('scripts') },
  { name: 'types of the worker', run: types('sw') },
  { name: 'format and lint', run: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'translations', run: ['node', 'scripts/check-translations.ts'] },
  {
    name: 'architecture',
    run: async () => [...(await findArchitectureProblems(root)), ...(await findIdleRules(root))],
  },
  { name: 'references', run: () => findDanglingReferences(root) },
  { name: 'vocabulary', run: () => findPrivateWords(root) },
  { name: 'test titles', run: () => findTitleProblems(root) },
  { name: 'classes', run: () => findClassProblems(root) },
  { name: 'unused code', run: ['knip', '--no-progress', '--treat-config-hints-as-errors'] },
  { name: 'decision records', run: () => findDecisionProblems(root) },
]

/** Runs every static check and prints what failed. */
export async function check(): Promise<StepResult[]> {
  await writeRouteTree(root)
  return runSteps(steps, Math.min(4, availableParallelism()), ({ name, passed, output, seconds }) => {
    console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`)
    if (!passed) console.log(output.trimEnd())
  })
}

if (import.meta.main) {
  const results = await check()
  const failed = results.filter((result) => !result.passed).length
  console.log(`${results.length - failed} passed, ${failed} failed`)
  process.exitCode = failed > 0 ? 1 : 0
}
