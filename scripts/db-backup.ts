import { join } from 'node:path'
import { readConfig } from '#server/config/config.ts'
import { explainStartError, type StartContext } from '#server/lifecycle/explain-start-error.ts'
import { makeNewFilesPrivate } from '#server/storage/data-folder.ts'
import { backupPostgres } from './backup/backup-postgres.ts'
import { backupSqlite } from './backup/backup-sqlite.ts'

const context: StartContext = { phase: 'settings', what: 'No backup was made' }

const COPY_BUCKET =
  'Copy it now, after the database, with a tool of its provider, such as aws s3 sync, rclone sync or mc mirror.'

/** `npm run db:backup [-- file]`, also while a server runs. */
async function main(): Promise<void> {
  makeNewFilesPrivate()
  const config = readConfig(process.env)
  context.config = config
  const file = process.argv[2] ?? null
  context.phase = 'database'
  const { s3 } = config.files
  const filesFolder = s3 === null ? join(config.dataDir, 'files') : null
  const saved =
    config.databaseUrl === null
      ? backupSqlite(config.dataDir, file, filesFolder)
      : await backupPostgres(config.databaseUrl, config.dataDir, file, filesFolder)
  console.log(`Saved ${saved.file}`)
  if (saved.objects !== null) console.log(`Saved ${saved.objects.folder} (${saved.objects.copied} objects)`)
  if (s3 !== null)
    console.log(`Not included: the pictures and files of messages in the bucket ${s3.bucket}. ${COPY_BUCKET}`)
}

await main().catch((error: unknown) => {
  process.stderr.write(`${explainStartError(error, context)}\n`)
  process.exitCode = 1
})
