import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { renameSync, rmSync } from 'node:fs'
import { isSystemError } from '#server/lib/system-error.ts'
import { backupFile } from './backup-file.ts'

/** Runs pg_dump in the format for pg_restore. Returns the path of the file. */
export async function backupPostgres(databaseUrl: string, dataDir: string, chosen: string | null): Promise<string> {
  const file = backupFile(dataDir, chosen, 'dump')
  const draft = `${file}.part`
  const url = new URL(databaseUrl)
  // Passed by the environment, since any user of the machine can read a command line.
  const env = url.password === '' ? process.env : { ...process.env, PGPASSWORD: decodeURIComponent(url.password) }
  url.password = ''
  try {
    const dump = spawn('pg_dump', ['--format=custom', `--file=${draft}`, `--dbname=${url.href}`], {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const [code] = await once(dump, 'exit')
    if (code !== 0) throw new Error('pg_dump failed')
    renameSync(draft, file)
    return file
  } catch (error) {
    if (!isSystemError(error, 'ENOENT')) throw error
    throw new Error(
      `pg_dump is not here; where it is, run: pg_dump --format=custom --file=companion.dump "$DATABASE_URL"`,
    )
  } finally {
    rmSync(draft, { force: true })
  }
}
