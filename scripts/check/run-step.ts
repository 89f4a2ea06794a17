import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

export interface Step {
  name: string
  /** A program of node_modules/.bin or the system with its arguments, or a function that returns problems. */
  run: readonly [string, ...string[]] | (() => Promise<readonly string[]>)
}

export interface StepResult {
  name: string
  passed: boolean
  output: string
  seconds: number
}

/** Runs one check; never rejects: a check that cannot run counts as failed. */
export async function runStep({ name, run }: Step): Promise<StepResult> {
  const started = performance.now()
  const { passed, output } = typeof run === 'function' ? await inProcess(run) : await asProgram(run)
  return { name, passed, output, seconds: (performance.now() - started) / 1000 }
}

async function inProcess(run: () => Promise<readonly string[]>): Promise<{ passed: boolean; output: string }> {
  try {
    const problems = await run()
    return { passed: problems.length === 0, output: problems.join('\n') }
  } catch (error) {
    return { passed: false, output: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function asProgram([program, ...args]: readonly [string, ...string[]]): Promise<{ passed: boolean; output: string }> {
  return new Promise((resolve) => {
    const path = `${join(root, 'node_modules/.bin')}${delimiter}${process.env.PATH ?? ''}`
    // GOGC=off stops garbage collection in tsc, a Go program: it takes a third less time for a fifth more memory.
    const child = spawn(program, args, { cwd: root, env: { ...process.env, PATH: path, GOGC: 'off' } })
    let output = ''
    child.stdout.on('data', (chunk) => {
      output += chunk
    })
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    child.on('error', (error) => resolve({ passed: false, output: `${program}: ${error.message}` }))
    child.on('close', (code) => resolve({ passed: code === 0, output }))
  })
}

/** Runs all steps, at most `workers` at a time; the results are in the order of completion. */
export async function runSteps(steps: readonly Step[], workers: number, done: (result: StepResult) => void) {
  const queue = [...steps]
  const results: StepResult[] = []
  const work = async () => {
    for (let step = queue.shift(); step; step = queue.shift()) {
      const result = await runStep(step)
      results.push(result)
      done(result)
    }
  }
  await Promise.all(Array.from({ length: workers }, work))
  return results
}
