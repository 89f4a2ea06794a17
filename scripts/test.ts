import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
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

  const run = async (group: StageGroup, log?: string) => {
    const started = performance.now()
    const { passed, failures } = await runStage[group[0]]({
      stages: group,
      files: group.flatMap((stage) => files.get(stage) ?? []),
      name: selection.name,
      results,
      ...(log !== undefined && { log }),
    })
    return { name: group.join(), passed, failures: [...failures], seconds: (performance.now() - started) / 1000 }
  }

  const groups = runTogether(selection.stages)
  const log = join(results, 'container.log')
  await mkdir(results, { recursive: true })
  await writeFile(log, '')
  // Begins with the first stage, since its build of the image mostly waits for the registry and the disk.
  const background = groups.length > 1 ? groups.find(([stage]) => stage === 'container') : undefined
  const inBackground = background && run(background, log)
  for (const group of groups) {
    console.log(`\n── ${group.join()}`)
    if (group === background && inBackground) {
      summary.stages.push(await inBackground)
      console.log(await readFile(log, 'utf8'))
    } else summary.stages.push(await run(group))
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

type StageGroup = [StageName, ...StageName[]]

/** Groups neighbouring stages that have the same runner. */
function runTogether(selected: readonly StageName[]): StageGroup[] {
  const groups: StageGroup[] = []
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
