import type { ChildProcess } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { readRepeat } from './test/read-repeat.ts'
import { isGreen, repeatTable } from './test/repeat-table.ts'
import { type Run, runOnce, signalGroup } from './test/run-once.ts'
import { drawSeed, readSeed } from './test/seed.ts'
import { readSelection, selectFiles, UsageError } from './test/selection.ts'
import { startLoad } from './test/start-load.ts'
import { totals } from './test/summary.ts'

const root = join(import.meta.dirname, '..')
const results = join(root, 'test-results/repeat')
const LOOPS = 2

/** Runs `npm test` many times; prints and writes a table of the runs and their failed tests. */
async function repeat(args: readonly string[]): Promise<boolean> {
  const { runs: planned, load, test } = readRepeat(args)
  await selectFiles(root, readSelection(test))
  const fixedSeed = process.env.SEED === undefined ? undefined : readSeed(process.env.SEED)
  await rm(results, { recursive: true, force: true })
  await mkdir(results, { recursive: true })

  const runs: Run[] = []
  const table = () =>
    repeatTable({
      command: ['npm test', ...(test.length > 0 ? ['--', ...test] : [])].join(' '),
      circumstances: `${load ? `beside ${LOOPS} busy loops` : 'without other load'} on ${availableParallelism()} cores, Node ${process.version}, begun ${begun}`,
      planned,
      runs,
    })
  const begun = new Date().toISOString()
  const interruption = endOnSignal()
  const endLoad = load ? startLoad(LOOPS) : undefined
  try {
    for (let number = 1; number <= planned && !interruption.signal; number++) {
      const seed = fixedSeed ?? drawSeed()
      const folder = join(results, `run-${String(number).padStart(String(planned).length, '0')}`)
      console.log(`run ${number} of ${planned}, SEED=${seed}: ${relative(root, join(folder, 'output.log'))}`)
      const command = [join(root, 'scripts/test.ts'), ...test] as const
      const run = await runOnce({ command, seed, folder, onStart: interruption.watch })
      // An interrupted run does not count, since its result is unknown.
      if (interruption.signal) break
      runs.push(run)
      await writeFile(join(results, 'table.md'), table())
      console.log(`  ${inWords(run)}, ${run.seconds.toFixed(0)} s`)
    }
  } finally {
    endLoad?.()
  }
  console.log(`\n${table()}`)
  if (interruption.signal) console.log(`Ended by ${interruption.signal} in run ${runs.length + 1} of ${planned}.`)
  return runs.length === planned && runs.every(isGreen)
}

function inWords({ summary, problem }: Run): string {
  if (problem !== undefined || !summary) return problem ?? 'no totals'
  const { passed, failed } = totals(summary)
  return `${passed} passed, ${failed} failed`
}

/** Forwards a terminating signal to the run, so that the table is printed after the run has ended. */
function endOnSignal() {
  let child: ChildProcess | undefined
  const interruption: { signal?: NodeJS.Signals; watch: (started: ChildProcess) => void } = {
    watch: (started) => {
      child = started
    },
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // The second signal kills the run at once.
      const kind = interruption.signal ? 'SIGKILL' : signal
      interruption.signal = signal
      if (child) signalGroup(child, kind)
    })
  }
  return interruption
}

try {
  if (!(await repeat(process.argv.slice(2)))) process.exitCode = 1
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 2
}
