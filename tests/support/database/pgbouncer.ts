import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../../scripts/free-port.ts'
import { ensureFound, findOnPath, installByApt, isExecutable } from '../browser/install-program.ts'
import { serverUser } from './postgres-user.ts'

export interface Pooler {
  /** The address of the database behind the pooler. */
  url: string
  stop(): Promise<void>
}

/**
 * Starts PgBouncer in transaction mode before a database, with fewer connections than its clients have, so that two
 * statements of a client often run in two sessions. Without the program it is installed by apt as root.
 */
export async function startPooler(databaseUrl: string, connections = 3): Promise<Pooler> {
  const program = ensureFound('PgBouncer', findPooler, [() => installByApt(['pgbouncer'])])
  const user = serverUser()
  const folder = mkdtempSync('/tmp/companion-pgbouncer-')
  if (user) chownSync(folder, user.uid, user.gid)
  const target = new URL(databaseUrl)
  const port = await freePort()
  const file = join(folder, 'pgbouncer.ini')
  writeFileSync(file, settings(target, port, connections), { mode: 0o644 })
  const pooler = spawn(program, [file], { cwd: folder, ...user, stdio: ['ignore', 'ignore', 'pipe'] })
  const stop = async () => {
    await end(pooler)
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await ready(pooler)
  } catch (error) {
    await stop()
    throw error
  }
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${port}`
  return { url: url.href, stop }
}

/** Debian's is where only root's search path leads. */
function findPooler(): string | undefined {
  return findOnPath(['pgbouncer']) ?? ['/usr/sbin/pgbouncer'].find(isExecutable)
}

function settings(
  { hostname, port: at, username, password, pathname }: URL,
  port: number,
  connections: number,
): string {
  const quoted = (text: string) => `'${decodeURIComponent(text).replaceAll("'", "''")}'`
  // Its syntax has no empty password.
  const login = `user=${quoted(username)}${password === '' ? '' : ` password=${quoted(password)}`}`
  return [
    '[databases]',
    `${pathname.slice(1)} = host=${hostname} port=${at || 5432} ${login}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    // Whoever reaches the loopback address of the test may connect, as the user above.
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${connections}`,
    // The client that waits for a session longest gets the one that was idle longest.
    'server_round_robin = 1',
  ].join('\n')
}

async function ready(pooler: ChildProcess): Promise<void> {
  const lines: string[] = []
  const ended = once(pooler, 'exit').then(([code]) => {
    throw new Error(`PgBouncer ended with ${code}:\n${lines.join('\n')}`)
  })
  const started = new Promise<void>((resolve) => {
    if (pooler.stderr === null) return
    createInterface({ input: pooler.stderr }).on('line', (line) => {
      lines.push(line)
      if (line.includes('process up')) resolve()
    })
  })
  await Promise.race([started, ended])
  // It ends later, when it is stopped.
  ended.catch(() => undefined)
}

async function end(pooler: ChildProcess): Promise<void> {
  if (pooler.exitCode !== null || pooler.signalCode !== null) return
  const ended = once(pooler, 'exit')
  pooler.kill('SIGTERM')
  await ended
}
