import { errorLines, failureTitle } from './failures.ts'
import type { Run } from './run-once.ts'
import { totals } from './summary.ts'

/** A test that failed in at least one run. */
interface FailedTest {
  title: string
  /** The runs in which it failed. */
  runs: Run[]
  /** The first line of its error in the first of these runs. */
  error: string
}

export const isGreen = ({ summary, problem }: Run) =>
  problem === undefined && summary !== undefined && totals(summary).failed === 0

/** All failed tests, the most frequent first. A run with a problem of its own counts as a test. */
function failedTests(runs: readonly Run[]): FailedTest[] {
  const tests = new Map<string, FailedTest>()
  for (const run of runs) {
    for (const { title, error } of failuresOf(run)) {
      const test = tests.get(title)
      if (!test) tests.set(title, { title, runs: [run], error: errorLines(error)[0] ?? '' })
      // A test that fails in both engines counts once per run.
      else if (test.runs.at(-1) !== run) test.runs.push(run)
    }
  }
  return [...tests.values()].sort((a, b) => b.runs.length - a.runs.length)
}

function failuresOf({ summary, problem }: Run): { title: string; error: string }[] {
  const ofTests = (summary?.stages ?? []).flatMap(({ name, failures }) =>
    failures.map((failure) => ({ title: `${name} › ${failureTitle(failure)}`, error: failure.error })),
  )
  return problem === undefined ? ofTests : [...ofTests, { title: 'the run itself', error: problem }]
}

interface Repeat {
  /** The repeated command, as it is typed. */
  command: string
  /** The circumstances as text: load, machine, begin. */
  circumstances: string
  /** The requested number of runs. */
  planned: number
  runs: readonly Run[]
}

/** The runs and their failed tests as Markdown. */
export function repeatTable({ command, circumstances, planned, runs }: Repeat): string {
  const green = runs.filter(isGreen).length
  const tests = failedTests(runs)
  const lines = [
    `**${green} of ${runs.length} runs passed**${runs.length < planned ? `, ${planned} were asked for` : ''}`,
    '',
    `\`${command}\`, ${circumstances}`,
    '',
    '| run | seed | passed | failed | seconds |',
    '|--:|--:|--:|--:|--:|',
    ...runs.map(runRow),
  ]
  if (tests.length === 0) return `${lines.join('\n')}\n`
  const rows = tests.map(
    (test) =>
      `| ${cell(test.title)} | ${test.runs.length} of ${runs.length} | ${test.runs.map(({ seed }) => seed).join(', ')} | ${cell(test.error)} |`,
  )
  return `${[...lines, '', '| test | failed | seed | first error |', '|---|--:|--:|---|', ...rows].join('\n')}\n`
}

function runRow({ seed, seconds, summary, problem }: Run, at: number): string {
  const { passed, failed } = summary ? totals(summary) : { passed: '', failed: 'no totals' }
  return `| ${at + 1} | ${seed} | ${passed} | ${failed}${summary && problem ? ' (see below)' : ''} | ${seconds.toFixed(0)} |`
}

/** Escapes a text for a table cell of Markdown, on one line. */
const cell = (text: string) =>
  text
    .slice(0, 300)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[\\|`<*_]/g, '\\$&')
