import { parseArgs } from 'node:util'
import type { Config } from '#server/config/config.ts'
import { describeRestored } from './backup/describe-restored.ts'
import { restore } from './backup/restore.ts'
import { withSelectedBackup } from './backup/with-selected-backup.ts'
import { runCommand } from './command/run-command.ts'

/** `npm run db:restore -- file [--replace] [--identity key]`, while no server runs. */
async function main(config: Config): Promise<void> {
  const given = parseArgs({
    allowPositionals: true,
    options: { identity: { type: 'string' }, replace: { type: 'boolean' } },
  })
  const replace = given.values.replace ?? false
  const restored = await withSelectedBackup('db:restore', given, (file) =>
    restore(file, { ...config, databaseUrl: config.databaseDirectUrl }, { replace }),
  )
  console.log(describeRestored(restored, config.files.s3?.bucket ?? null))
}

await runCommand('Nothing was restored', main)
