import { parseArgs } from 'node:util'
import type { Config } from '#server/config/config.ts'
import type { StartContext } from '#server/lifecycle/explain-start-error.ts'
import { inMegabytes } from '#server/storage/require-space.ts'
import { directDatabase } from './command/direct-database.ts'
import { runCommand } from './command/run-command.ts'
import { checkUpgrade, UpgradeError } from './upgrade/check-upgrade.ts'

/**
 * `npm run db:check [-- --rolling]`, with the version that is to be installed, while the one before it runs. With
 * `--rolling` it also refuses what cannot run beside the version before.
 */
async function main(config: Config, context: StartContext): Promise<void> {
  const { values } = parseArgs({ options: { rolling: { type: 'boolean' } } })
  context.phase = 'database'
  const { executed, pending, space } = await checkUpgrade(directDatabase(config, context)).catch((error) => {
    // Its message is a whole explanation: it is no failure of the database.
    if (error instanceof UpgradeError) context.phase = 'settings'
    throw error
  })
  context.phase = 'settings'
  console.log(executed === 0 ? 'The database is new.' : `The database has ${executed} migrations.`)
  for (const { name, expands } of pending)
    console.log(`- ${name}: ${expands ? 'only adds' : 'changes what the version before uses'}`)
  if (space !== null) console.log(`${inMegabytes(space.free)} are free; ${inMegabytes(space.needed)} are enough.`)
  else console.log('The free space is that of the PostgreSQL server, which this command cannot see.')
  const contracting = executed === 0 ? [] : pending.filter(({ expands }) => !expands)
  const names = contracting.map(({ name }) => name).join(', ')
  if (contracting.length > 0 && values.rolling === true)
    throw new UpgradeError(`all servers of the version before must be stopped first, because of ${names}`)
  if (pending.length === 0) console.log('It is of this version: nothing is to be done.')
  else if (contracting.length > 0) console.log(`It can be migrated. Stop all servers first, because of ${names}.`)
  else console.log('It can be migrated while servers of the version before run.')
}

await runCommand('The database cannot be migrated', main)
