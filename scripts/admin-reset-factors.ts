import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { Email } from '#contract/primitives.ts'
import type { Config } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import type { StartContext } from '#server/lifecycle/explain-start-error.ts'
import { createLogger } from '#server/logging/logger.ts'
import { createMailer } from '#server/providers/mail/create-mailer.ts'
import { createMailQueue } from '#server/providers/mail/mail-queue.ts'
import { resetFactors } from './admin/reset-factors.ts'
import { directDatabase } from './command/direct-database.ts'
import { runCommand } from './command/run-command.ts'

/**
 * `npm run admin:reset-factors -- --email E`, also while a server runs. For who has lost every factor and recovery
 * code.
 */
async function main(config: Config, context: StartContext): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' } } })
  const given = v.safeParse(Email, values.email)
  if (!given.success) throw new Error('name the account with --email')
  const email = given.output

  context.phase = 'database'
  const { db, engine, close } = await openDatabase(directDatabase(config, context))
  const log = await createLogger({ logLevel: 'warn' })
  // One attempt: the operator sees when the mail server refuses it.
  const mails = createMailQueue(createMailer(config, { log, now: Date.now }), log, { retryMs: [] })
  try {
    await migrate(db, engine)
    context.phase = 'settings'
    await resetFactors({ db, config, mails, now: Date.now }, email)
    await mails.settled()
    console.log(`${email} logs in without a second step now, and was signed out everywhere. Mail: ${mails.name}.`)
  } finally {
    await mails.stop()
    await close()
  }
}

await runCommand('Nothing was changed', main)
