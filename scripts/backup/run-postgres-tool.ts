import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { isSystemError } from '#server/lib/system-error.ts'
import { BackupError } from './backup-error.ts'

/**
 * Runs `pg_dump` or `pg_restore` with that database. Throws BackupError when it fails, with `byHand` as the command to
 * run elsewhere when it is not installed.
 */
export async function runPostgresTool(
  tool: 'pg_dump' | 'pg_restore',
  databaseUrl: string,
  options: readonly string[],
  byHand: string,
): Promise<void> {
  const url = new URL(databaseUrl)
  // Passed by the environment, since any user of the machine can read a command line.
  const env = url.password === '' ? process.env : { ...process.env, PGPASSWORD: decodeURIComponent(url.password) }
  url.password = ''
  try {
    const child = spawn(tool, [`--dbname=${url.href}`, ...options], { env, stdio: ['ignore', 'inherit', 'inherit'] })
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new BackupError(`${tool} failed`)
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error
    throw new BackupError(`${tool} is not here; where it is, run: ${byHand}`)
  }
}
