import { isoTime } from '../../../lib/time.ts'
import { countUnknownCustomers, findAccount } from '../accounts.repository.ts'
import type { BillingDeps } from '../billing.deps.ts'

type Deps = Pick<BillingDeps, 'db' | 'now' | 'log' | 'payments'>

export interface AccountCheck {
  /** Starts no more attempts and waits for the current one. */
  stop(): Promise<void>
}

const AGAIN_MS = 5 * 60_000

/** Checks the account when the server starts, without delaying the start; until the processor answers, again later. */
export function createAccountCheck(deps: Deps): AccountCheck {
  let stopping = false
  let timer: NodeJS.Timeout | undefined
  let attempts = 0
  const attempt = (): Promise<void> =>
    checkAccount(deps).catch((error: unknown) => {
      attempts += 1
      if (attempts === 1) deps.log.warn({ err: error }, 'the account at the payment processor could not be read')
      if (!stopping) timer = setTimeout(run, AGAIN_MS).unref()
    })
  let current: Promise<void>
  function run() {
    current = attempt()
  }
  current = attempt()
  return {
    stop: async () => {
      stopping = true
      clearTimeout(timer)
      await current
    },
  }
}

/**
 * Notices that the server asks in the name of another account than before: another key, or a live one instead of one
 * for tests. Customers who are not marked as gone are then read soon. Those that the new account does not know lose
 * their subscriptions here and can buy again. Gone ones that it knows, because the key was changed back, are read too
 * and get theirs back.
 */
export async function checkAccount({ db, now, log, payments }: Deps): Promise<void> {
  const account = await payments.readAccount()
  const time = isoTime(now())
  const known = await findAccount(db, payments.kind)
  if (known === undefined) {
    const first = { source: payments.kind, processor_account: account, previous_account: null, noticed_at: time }
    await db
      .insertInto('payment_accounts')
      .values(first)
      .onConflict((other) => other.column('source').doNothing())
      .execute()
    return
  }
  if (known.processor_account === account) return
  await db.transaction().execute(async (trx) => {
    const changed = await trx
      .updateTable('payment_accounts')
      .set({ processor_account: account, previous_account: known.processor_account, noticed_at: time })
      .where('source', '=', payments.kind)
      // Another process may have noticed it first.
      .where('processor_account', '=', known.processor_account)
      .returning('source')
      .executeTakeFirst()
    if (changed === undefined) return
    const ours = trx.updateTable('payment_customers').where('source', '=', payments.kind)
    await ours.set({ gone_at: null }).where('processor_account', '=', account).execute()
    await ours.set({ ask_at: time }).where('gone_at', 'is', null).execute()
  })
  const unknown = await countUnknownCustomers(db, payments.kind, account)
  log.warn(
    { before: known.processor_account, now: account, customers: unknown },
    'the account at the payment processor has changed: what its former customers have there is unknown to this one',
  )
}
