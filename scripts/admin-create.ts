import { parseArgs } from 'node:util'
import { fieldMessages } from '#contract/field-messages.ts'
import type { Config } from '#server/config/config.ts'
import { openDatabase } from '#server/db/database.ts'
import { migrate } from '#server/db/migrate.ts'
import type { StartContext } from '#server/lifecycle/explain-start-error.ts'
import { findUserByEmail } from '#server/modules/accounts/accounts.repository.ts'
import { hasSecondFactor } from '#server/modules/accounts/factors/factors.repository.ts'
import { askForAdmin } from './admin/ask-for-admin.ts'
import { makeAdmin } from './admin/make-admin.ts'
import { directDatabase } from './command/direct-database.ts'
import { runCommand } from './command/run-command.ts'

/**
 * `npm run admin:create [-- --email E]`, also while a server runs. The password comes from ADMIN_PASSWORD, a prompt, or
 * a line of piped input; `--password P` is visible to every user of the machine while it runs.
 */
async function main(config: Config, context: StartContext): Promise<void> {
  const { values } = parseArgs({ options: { email: { type: 'string' }, password: { type: 'string' } } })
  const admin = await askForAdmin({ password: process.env.ADMIN_PASSWORD || undefined, ...values })

  context.phase = 'database'
  const { db, engine, close } = await openDatabase(directDatabase(config, context))
  try {
    await migrate(db, engine)
    const outcome = await makeAdmin(db, admin)
    if (outcome === 'refused') {
      context.phase = 'settings'
      throw new Error(fieldMessages.password_personal.en)
    }
    console.log(
      outcome === 'made'
        ? `Made the admin ${admin.email}.`
        : `${admin.email} is an admin now, with this password, and was signed out everywhere.`,
    )
    const user = await findUserByEmail(db, admin.email)
    // Whoever registered the account may have added them: a passkey alone signs in, and a code is asked for.
    if (user !== undefined && (await hasSecondFactor(db, user.id)))
      console.log(
        `It keeps its second step and its passkeys; npm run admin:reset-factors -- --email ${admin.email} removes them.`,
      )
  } finally {
    await close()
  }
}

await runCommand('No admin was made', main)
