import { parseArgs } from 'node:util'
import { readConfig } from '#server/config/config.ts'
import { explainStartError, type StartContext } from '#server/lifecycle/explain-start-error.ts'
import { makeNewFilesPrivate } from '#server/storage/data-folder.ts'
import { describeRestored } from './backup/describe-restored.ts'
import { restore } from './backup/restore.ts'
import { withSelectedBackup } from './backup/with-selected-backup.ts'

const context: StartContext = { phase: 'settings', what: 'Nothing was restored' }

/** `npm run db:restore -- file [--replace] [--identity key]`, while no server runs. */
async function main(): Promise<void> {
  makeNewFilesPrivate()
  const given = parseArgs({
    allowPositionals: true,
    options: { identity: { type: 'string' }, replace: { type: 'boolean' } },
  })
  const config = readConfig(process.env)
  context.config = config
  const replace = given.values.replace ?? false
  const restored = await withSelectedBackup('db:restore', given, (file) =>
    restore(file, { ...config, databaseUrl: config.databaseDirectUrl }, { replace }),
  )
  console.log(describeRestored(restored, config.files.s3?.bucket ?? null))
}

await main().catch((error: unknown) => {
  process.stderr.write(`${explainStartError(error, context)}\n`)
  process.exitCode = 1
})
