import type { Config } from '../config/config.ts'
import type { Dependencies } from '../dependencies.ts'
import { databaseAt } from '../storage/database-at.ts'

/** The lines that are printed when the server listens. */
export function startupBanner(
  address: string,
  { config, assistant, mails }: Pick<Dependencies, 'config' | 'assistant' | 'mails'>,
): string {
  const answers =
    assistant.kind === 'practice'
      ? `${assistant.name}: built in, for trying things out (a real model: README, "Connect a model")`
      : assistant.name
  const data =
    config.databaseUrl === null
      ? `${config.dataDir} (SQLite)`
      : `${databaseAt(config.databaseUrl)}; other files in ${config.dataDir}`
  const elsewhere = config.publicUrl === address ? '' : ` (for the world: ${config.publicUrl})`
  return [
    '',
    `Companion is ready at ${address}${elsewhere}`,
    '',
    `  Assistant  ${answers}`,
    `  Data       ${data}`,
    `  Mail       ${mails.name}`,
    `  Payments   ${paymentsOf(config)}`,
    `  Admin      npm run admin:create`,
    '',
  ].join('\n')
}

/** The prefix of a Stripe key shows its mode: `sk_test_…`, or `rk_test_…` for a restricted key. */
function paymentsOf({ payments, stripe }: Config): string {
  if (payments === 'sandbox') return 'sandbox, no money moves, everyone can have any plan'
  return /^[a-z]+_test_/.test(stripe.secretKey ?? '') ? 'Stripe, test key, no money moves' : 'Stripe, live'
}
