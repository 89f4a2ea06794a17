import { parseArgs } from 'node:util'
import type { Config } from '#server/config/config.ts'
import { describeRestored } from './backup/describe-restored.ts'
import { verify } from './backup/verify.ts'
import { withSelectedBackup } from './backup/with-selected-backup.ts'
import { runCommand } from './command/run-command.ts'

/** `npm run db:verify -- file [--identity key]`, also while a server runs: its database is not touched. */
async function main(config: Config): Promise<void> {
  const given = parseArgs({ allowPositionals: true, options: { identity: { type: 'string' } } })
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

await runCommand('The backup is not good', main)
