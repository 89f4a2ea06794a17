import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { ProvidedPostgres } from './postgres.ts'
import { serverUser } from './server-user.ts'

/** Ends the server when this process is gone, even by kill -9: its end of the pipe closes then. */
const WATCHED = '"$@" & pid=$!; cat >/dev/null; kill -QUIT $pid; wait $pid'

const SETTINGS = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' }

/** A new cluster on a free port of the loopback, in temporary folders that `stop` removes. */
export async function startPostgres(findBinaries: (scratch: string) => string): Promise<ProvidedPostgres> {
  const user = serverUser()
  const folder = mkdtempSync(join(openFolder(), 'companion-postgres-'))
  // In memory no program may run.
  const unpacked = mkdtempSync(join(process.platform === 'win32' ? tmpdir() : '/tmp', 'companion-postgres-'))
  if (user) for (const each of [folder, unpacked]) chownSync(each, user.uid, user.gid)
  const binaries = findBinaries(unpacked)
  const data = join(folder, 'data')
  const asUser = { cwd: folder, ...user }
  const initialise = ['-D', data, '-U', 'companion', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync']
  execFileSync(join(binaries, 'initdb'), initialise, { ...asUser, stdio: ['ignore', 'ignore', 'inherit'] })

  for (let attempt = 1; ; attempt++) {
    const port = await freePort()
    const options = Object.entries(SETTINGS).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const command = [
      join(binaries, 'postgres'),
      '-D',
      data,
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-k',
      '',
      ...options,
    ]
    const server = spawn('sh', ['-c', WATCHED, 'sh', ...command], { ...asUser, stdio: ['pipe', 'ignore', 'pipe'] })
    const problem = await whyNotReady(server)
    if (problem === undefined) {
      const stop = async () => {
        await end(server)
        for (const each of [folder, unpacked]) rmSync(each, { recursive: true, force: true })
      }
      return { url: `postgres://companion@127.0.0.1:${port}/postgres`, stop }
    }
    await end(server)
    // Somebody else may have taken the port in between.
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
      if (line.includes('database system is ready to accept connections')) settle(undefined)
      if (line.includes('FATAL')) settle(line)
    })
  })
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = once(server, 'exit')
  server.stdin?.end()
  await ended
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
