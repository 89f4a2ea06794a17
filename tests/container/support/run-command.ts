import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Ended } from './builder.ts'

/** Runs a program to its end. */
export async function runCommand(program: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended: Ended = { code: null, stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].on('data', (data) => {
      ended[stream] += data
    })
  }
  const [code] = await once(child, 'close')
  return { ...ended, code }
}

/** The output of a program that has to succeed. */
export async function outputOf(program: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(program, args)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${stderr}\n${stdout}`)
  return stdout.trim()
}
