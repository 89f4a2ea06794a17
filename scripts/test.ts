import { rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { failureLines } from './test/failures.ts'
import { runStage } from './test/run-stage.ts'
import { setSeed } from './test/seed.ts'
import { readSelection, type StageName, selectFiles, UsageError } from './test/selection.ts'
import { type Summary, totals, writeSummary } from './test/summary.ts'
import { workInMemory } from './test/work-in-memory.ts'

const root = join(import.meta.dirname, '..')

/** Runs the stages in order and prints the failures, a line for each stage, and the totals. */
async function test(args: readonly string[]): Promise<boolean> {
  const selection = readSelection(args)
  const files = await selectFiles(root, selection)
  const results = resolve(root, selection.results)
  const summary: Summary = { seed: setSeed(process.env), stages: [] }
  // Deletes the previous summary, so that an unfinished run does not leave it as its result.
  await rm(join(results, 'summary.json'), { force: true })
  workInMemory()

  for (const group of runTogether(selection.stages)) {
    const name = group.join(',')
    console.log(`\n── ${name}`)
    const started = performance.now()
    const { passed, failures } = await runStage[group[0]]({
      stages: group,
      files: group.flatMap((stage) => files.get(stage) ?? []),
      name: selection.name,
      results,
    })
    summary.stages.push({ name, passed, failures: [...failures], seconds: (performance.now() - started) / 1000 })
  }
  await writeSummary(join(results, 'summary.json'), summary)

  // Printed last, because logs are often truncated at the beginning.
  const broken = summary.stages.flatMap(({ name, failures }) => failureLines(name, failures))
  if (broken.length > 0) console.log(`\n── what failed (SEED=${summary.seed})\n${broken.join('\n')}`)
  const { passed, failed } = totals(summary)
  console.log()
  for (const stage of summary.stages)
    console.log(
      `${stage.name}: ${stage.passed} passed, ${stage.failures.length} failed (${stage.seconds.toFixed(0)} s)`,
    )
  console.log(`${passed} passed, ${failed} failed`)
  return failed === 0
}

/** Groups neighbouring stages that have the same runner. */
function runTogether(selected: readonly StageName[]): [StageName, ...StageName[]][] {
  const groups: [StageName, ...StageName[]][] = []
  for (const stage of selected) {
    const last = groups.at(-1)
    if (last && runStage[last[0]] === runStage[stage]) last.push(stage)
    else groups.push([stage])
  }
  return groups
}

try {
  if (!(await test(process.argv.slice(2)))) process.exitCode = 1
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
