import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../../scripts/free-port.ts'
import { serverUser } from './postgres-user.ts'

/**
 * Sends the server the signal that is written to the pipe. When this process ends, even by kill -9, its end of the pipe
 * closes without a signal name.
 */
const WATCHED = '"$@" & pid=$!; read -r signal || signal=QUIT; kill -"$signal" $pid; wait $pid'

const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_connections: '300',
  jit: 'off',
  autovacuum: 'off',
}

export interface ProvidedPostgres {
  url: string
  stop(): Promise<void>
}

export interface StartedPostgres extends ProvidedPostgres {
  /**
   * Stops the server and starts it again on the same port and data. `fast` ends all sessions first, as an administrator
   * does; `immediate` kills its processes, and the next start recovers from the log.
   */
  restart(mode: 'fast' | 'immediate'): Promise<void>
}

/**
 * Starts a new cluster, or a streaming replica of the one at `replicaOf`, on a free loopback port, in temporary folders
 * that `stop` removes. Commits are not synchronous, so the latest are lost in an immediate restart, unless `settings`
 * says otherwise.
 */
export async function startPostgres(
  findBinaries: (scratch: string) => string,
  settings: Readonly<Record<string, string>> = {},
  { replicaOf }: { replicaOf?: string } = {},
): Promise<StartedPostgres> {
  const user = serverUser()
  const folder = mkdtempSync(join(openFolder(), 'companion-postgres-'))
  // The file system in memory does not allow programs.
  const unpacked = mkdtempSync(join(process.platform === 'win32' ? tmpdir() : '/tmp', 'companion-postgres-'))
  if (user) for (const each of [folder, unpacked]) chownSync(each, user.uid, user.gid)
  const binaries = findBinaries(unpacked)
  const data = join(folder, 'data')
  const asUser = { cwd: folder, ...user }
  const initialise =
    replicaOf === undefined
      ? ['initdb', '-D', data, '-U', 'companion', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
      : ['pg_basebackup', '-D', data, '-d', replicaOf, '--write-recovery-conf', '--checkpoint=fast', '--no-sync']
  const [program = '', ...given] = initialise
  execFileSync(join(binaries, program), given, { ...asUser, stdio: ['ignore', 'ignore', 'inherit'] })
  const options = Object.entries({ ...SETTINGS, ...settings }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

  async function launch(port: number): Promise<{ server: ChildProcess; problem: string | undefined }> {
    const address = ['-h', '127.0.0.1', '-p', String(port), '-k', '']
    const command = [join(binaries, 'postgres'), '-D', data, ...address, ...options]
    const server = spawn('sh', ['-c', WATCHED, 'sh', ...command], { ...asUser, stdio: ['pipe', 'ignore', 'pipe'] })
    const problem = await whyNotReady(server)
    if (problem !== undefined) await end(server)
    return { server, problem }
  }

  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    let { server, problem } = await launch(port)
    if (problem === undefined) {
      return {
        url: `postgres://companion@127.0.0.1:${port}/postgres`,
        async restart(mode) {
          await end(server, mode)
          ;({ server, problem } = await launch(port))
          if (problem !== undefined) throw new Error(`PostgreSQL did not start again: ${problem}`)
        },
        async stop() {
          await end(server)
          for (const each of [folder, unpacked]) rmSync(each, { recursive: true, force: true })
        },
      }
    }
    // Another process may have taken the port in between.
    if (attempt === 3) throw new Error(`PostgreSQL did not start: ${problem}`)
  }
}

/** Root's own temporary folder may be closed to the user that runs the server. */
const openFolder = (): string => ((statSync(tmpdir()).mode & 0o001) === 0 ? '/tmp' : tmpdir())

function whyNotReady(server: ChildProcess): Promise<string | undefined> {
  return new Promise((settle) => {
    server.once('error', (error) => settle(error.message))
    server.once('exit', (code) => settle(`it ended with code ${code}`))
    if (!server.stderr) return settle('it has no output')
    createInterface({ input: server.stderr }).on('line', (line) => {
      if (/database system is ready to accept (?:read-only )?connections/.test(line)) settle(undefined)
      // Connections during the recovery are refused with their own fatal error.
      if (line.includes('FATAL') && !line.includes('the database system is')) settle(line)
    })
  })
}

async function end(server: ChildProcess, mode: 'fast' | 'immediate' = 'immediate'): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.stdin?.end(mode === 'fast' ? 'INT\n' : 'QUIT\n')
  await ended
}
