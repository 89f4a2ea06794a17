import { parseArgs } from 'node:util'
import { readConfig } from '#server/config/config.ts'
import { explainStartError, type StartContext } from '#server/lifecycle/explain-start-error.ts'
import { makeNewFilesPrivate } from '#server/storage/data-folder.ts'
import { describeRestored } from './backup/describe-restored.ts'
import { verify } from './backup/verify.ts'
import { withSelectedBackup } from './backup/with-selected-backup.ts'

const context: StartContext = { phase: 'settings', what: 'The backup is not good' }

/** `npm run db:verify -- file [--identity key]`, also while a server runs: its database is not touched. */
async function main(): Promise<void> {
  makeNewFilesPrivate()
  const given = parseArgs({ allowPositionals: true, options: { identity: { type: 'string' } } })
  const config = readConfig(process.env)
  context.config = config
  const verified = await withSelectedBackup('db:verify', given, (file) => verify(file, config.databaseDirectUrl))
  console.log(describeRestored(verified, config.files.s3?.bucket ?? null))
  console.log(`The content of ${verified.hashed} files is what their hashes say.`)
  const { migrations, audit } = verified
  if (audit.last !== null)
    console.log(`The audit is intact up to entry ${audit.checked} of ${audit.last.at}; its hash is ${audit.last.hash}.`)
  if (audit.unchained > 0) console.log(`${audit.unchained} entries of the audit are not in its hash chain yet.`)
  console.log(
    migrations.length === 0 ? 'It is of this version.' : `This version changes it by: ${migrations.join(', ')}.`,
  )
  console.log('The backup is good. Nothing was changed.')
}

await main().catch((error: unknown) => {
  process.stderr.write(`${explainStartError(error, context)}\n`)
  process.exitCode = 1
})
