import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { serverProgram } from '../../../scripts/build.ts'
import type { TestStorage } from '../database/test-database.ts'

const root = join(import.meta.dirname, '../../..')
export const TEST_TOKEN_SECRET = 'Zk4tQ9wLx2Rb7nVd0cYf5hGs8jMa1pUe'

export interface FinishedProcess {
  code: number | null
  stdout: string
  stderr: string
}

/**
 * The environment of a server that uses this storage. It listens on any free port and answers by the practice
 * assistant, unless `env` says otherwise.
 */
export function environmentOf(storage: Pick<TestStorage, 'dataDir' | 'databaseUrl'>, env: Record<string, string> = {}) {
  const { PATH = '', TMPDIR = '' } = process.env
  const database = storage.databaseUrl === null ? {} : { DATABASE_URL: storage.databaseUrl }
  return {
    PATH,
    TMPDIR,
    NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node'),
    PORT: '0',
    DATA_DIR: storage.dataDir,
    TOKEN_SECRET: TEST_TOKEN_SECRET,
    ...database,
    ...env,
  }
}

/** Runs a program of the repository to its end, with `input` piped into it. */
export async function runProgram(
  file: string,
  args: string[],
  env: Record<string, string>,
  input = '',
): Promise<FinishedProcess> {
  const child = spawn(process.execPath, [join(root, file), ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] })
  // A program that reads no input may have closed the pipe.
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  return finished(child)
}

/**
 * Starts a server as its own process; resolves when it listens, rejects with its output when it exits before. `program`
 * is the path of the program to start, which is the server of this repository by default.
 */
export async function startServerProcess(env: Record<string, string>, program: string = serverProgram) {
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const end = finished(child)
  const address = await new Promise<string>((resolve, reject) => {
    let said = ''
    child.stdout.on('data', (data) => {
      said += data
      const found = /ready at (\S+)/.exec(said)?.[1]
      if (found !== undefined) resolve(found)
    })
    end.then(({ stderr }) => reject(new Error(`the server ended: ${stderr}`)), reject)
  })
  const kill = (signal: NodeJS.Signals) => {
    child.kill(signal)
    return end
  }
  return { address, child, kill, end }
}

async function finished(child: ChildProcess): Promise<FinishedProcess> {
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (data) => {
    stdout += data
  })
  child.stderr?.on('data', (data) => {
    stderr += data
  })
  const [code] = await once(child, 'close')
  return { code, stdout, stderr }
}
