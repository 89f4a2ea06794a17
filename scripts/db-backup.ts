import { readConfig } from '#server/config/config.ts'
import { explainStartError, type StartContext } from '#server/lifecycle/explain-start-error.ts'
import { makeNewFilesPrivate } from '#server/storage/data-folder.ts'
import { backupPostgres } from './backup/backup-postgres.ts'
import { backupSqlite } from './backup/backup-sqlite.ts'

const context: StartContext = { phase: 'settings', what: 'No backup was made' }

/** `npm run db:backup [-- file]`, also while a server runs. */
async function main(): Promise<void> {
  makeNewFilesPrivate()
  const config = readConfig(process.env)
  context.config = config
  const file = process.argv[2] ?? null
  context.phase = 'database'
  const saved =
    config.databaseUrl === null
      ? backupSqlite(config.dataDir, file)
      : await backupPostgres(config.databaseUrl, config.dataDir, file)
  console.log(`Saved ${saved}`)
}

await main().catch((error: unknown) => {
  process.stderr.write(`${explainStartError(error, context)}\n`)
  process.exitCode = 1
})
