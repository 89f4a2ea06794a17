import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { checkRecipient } from '#server/config/check-recipient.ts'
import type { Config } from '#server/config/config.ts'
import type { StartContext } from '#server/lifecycle/explain-start-error.ts'
import { archiveFile, makeArchive } from './backup/archive.ts'
import { type Backup, backupsFolder } from './backup/backup-file.ts'
import { backupPostgres } from './backup/backup-postgres.ts'
import { backupSqlite } from './backup/backup-sqlite.ts'
import { pruneBackups } from './backup/prune-backups.ts'
import { uploadBackup } from './backup/upload-backup.ts'
import { runCommand } from './command/run-command.ts'

const COPY_BUCKET =
  'Copy it now, after the database, with a tool of its provider, such as aws s3 sync, rclone sync or mc mirror.'

/**
 * `npm run db:backup [-- file] [--prune]`, also while a server runs. `--upload` uploads the named file, which an earlier
 * run has saved, instead of making a backup.
 */
async function main(config: Config, context: StartContext): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { prune: { type: 'boolean' }, upload: { type: 'boolean' } },
  })
  await checkRecipient(config.backup.recipient)
  const selected = positionals[0] ?? null
  try {
    const isSaved = values.upload === true && selected !== null
    const file = isSaved ? selected : await save(config, context, selected)
    const { s3 } = config.files
    if (s3 !== null && !isSaved)
      console.log(`Not included: the pictures and files of messages in the bucket ${s3.bucket}. ${COPY_BUCKET}`)
    if (config.backup.s3 !== null) {
      context.what = `The backup is ${file}, but was not uploaded`
      console.log(`Uploaded to ${await uploadBackup(file, config.backup.s3)}`)
    }
  } finally {
    // Also when a backup fails, or the store cannot be reached: otherwise the disk fills up.
    if (values.prune === true) {
      const folder = selected === null ? backupsFolder(config.dataDir) : dirname(selected)
      const removed = pruneBackups(folder, config.backup.copies, Date.now())
      if (removed > 0) console.log(`Removed ${removed} older backups`)
    }
  }
}

/** Returns the path of the backup. */
async function save(config: Config, context: StartContext, selected: string | null): Promise<string> {
  const { backup, dataDir, databaseDirectUrl, files } = config
  const filesFolder = files.s3 === null ? join(dataDir, 'files') : null
  async function make(file: string | null): Promise<Backup> {
    context.phase = 'database'
    const made =
      databaseDirectUrl === null
        ? await backupSqlite(dataDir, file, filesFolder)
        : await backupPostgres(databaseDirectUrl, dataDir, file, filesFolder)
    context.phase = 'settings'
    return made
  }
  if (backup.recipient !== null) {
    const archive = archiveFile(dataDir, selected)
    await makeArchive(archive, backup.recipient, databaseDirectUrl === null ? 'sqlite' : 'dump', make)
    console.log(`Saved ${archive}, encrypted`)
    return archive
  }
  const { file, objects } = await make(selected)
  console.log(`Saved ${file}`)
  if (objects !== null) console.log(`Saved ${objects.folder} (${objects.copied} objects)`)
  return file
}

await runCommand('No backup was made', main)
