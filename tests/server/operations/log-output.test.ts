import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'

const program = join(import.meta.dirname, '../../support/programs/logging-process.ts')
/** Lines of about 400 bytes, which are together more than the buffer between the two processes holds. */
const TOO_MANY = 1000

async function startProgram(lines: number) {
  const child = spawn(process.execPath, [program, String(lines)], { stdio: ['ignore', 'pipe', 'pipe'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stderr, 'data')
  return child
}

async function terminate(child: Awaited<ReturnType<typeof startProgram>>) {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const [code, signal] = await ended
  return { code, signal }
}

describe('a process that logs to a pipe', () => {
  it('writes its last lines before it exits', async () => {
    const child = await startProgram(1)
    let text = ''
    child.stdout.on('data', (data) => {
      text += data
    })
    const closed = once(child, 'close')
    expect(await terminate(child)).toEqual({ code: 0, signal: null })
    await closed
    expect(text).toMatch(/"line":1.*\n.*draining.*\n.*the last line.*\n$/)
  })

  it('stops at SIGTERM when the reader has closed the pipe', async () => {
    const child = await startProgram(0)
    const closed = once(child.stdout, 'close')
    child.stdout.destroy()
    await closed
    expect(await terminate(child)).toEqual({ code: 0, signal: null })
  })

  it('stops at SIGTERM when the reader no longer reads the pipe', async () => {
    const child = await startProgram(TOO_MANY)
    expect(await terminate(child)).toEqual({ code: 0, signal: null })
  })
})
