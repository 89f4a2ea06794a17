import { type Kysely, sql } from 'kysely'
import pino from 'pino'
import { readConfig } from '#server/config/config.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { startCheckout } from '#server/modules/subscriptions/checkout/start-checkout.ts'
import { createPayments } from '#server/modules/subscriptions/create-payments.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { cancelSubscription } from '#server/modules/subscriptions/use-cases/cancel-subscription.ts'
import { createMailer } from '#server/providers/mail/create-mailer.ts'
import { createMailQueue } from '#server/providers/mail/mail-queue.ts'
import type { PastUser } from './past-users.ts'
import { createNumbers } from './seeded-random.ts'

interface BillingAction {
  at: number
  userId: number
  what: 'try' | 'buy' | 'cancel' | 'card fails' | 'card works'
}

/**
 * Simulates a year of billing with the sandbox's clock: users try, buy, cancel and have cards that fail, through the
 * production code, with every renewal on its day. `users` may have registered at any time before `now`.
 */
export async function simulateYearOfBilling(
  { db, dataDir }: { db: Kysely<Database>; dataDir: string },
  users: readonly PastUser[],
  now: number,
): Promise<void> {
  let clock = Math.min(now, ...users.map(({ since }) => since))
  const config = readConfig({ DATA_DIR: dataDir, PAYMENTS: 'sandbox' })
  const base = { db, engine: 'sqlite', now: () => clock, log: pino({ level: 'silent' }), config } as const
  // Without SMTP_URL there are no mails about money.
  const mails = createMailQueue(createMailer(config, base), base.log)
  const deps = { ...base, ...createPayments(base), mails }
  const { sandbox } = deps
  if (sandbox === null) throw new Error('a demonstration is paid in the sandbox')
  const plans = await db.selectFrom('plans').select(['id', 'name']).execute()
  const planOf = (name: string) => plans.find((plan) => plan.name === name)?.id ?? 0

  async function act({ userId, what }: BillingAction): Promise<void> {
    if (what === 'try' || what === 'buy') {
      const plan = what === 'try' ? 'free-trial' : userId % 4 === 0 ? 'yearly' : 'monthly'
      const caller = { id: userId, sessionId: '', isAdmin: false, isProvider: false, language: 'en' } as const
      const { session_id } = await startCheckout(deps, caller, { plan_id: planOf(plan) })
      if (what === 'buy') await sandbox?.settle(session_id, 'pay')
      return
    }
    const paid = db.selectFrom('subscriptions').select(['id', 'source_id']).where('user_id', '=', userId)
    const row = await paid.where('source', '=', 'sandbox').where('status', '=', 'active').executeTakeFirst()
    if (row === undefined || row.source_id === null) return
    if (what === 'cancel') await cancelSubscription(deps, userId, row.id)
    else await sandbox?.setCard(row.source_id, what === 'card works')
  }

  // The data of a demonstration can be generated again, so writes need not wait for the disk.
  await sql`pragma synchronous = off`.execute(db)
  for (const action of billingActions(users, now)) {
    for (; clock + DAY_MS < action.at; clock += DAY_MS) await sandbox.bill()
    clock = Math.max(clock, action.at)
    await sandbox.bill()
    await act(action)
  }
  for (; clock < now; clock += DAY_MS) await sandbox.bill()
  clock = now
  const billingJob = createBillingJob(deps)
  await billingJob.runOnce()
  await billingJob.stop()
}

/** Sorted by time, none after `now`. */
function billingActions(users: readonly PastUser[], now: number): BillingAction[] {
  const numbers = createNumbers(6)
  const actions = users.flatMap(({ id: userId, since }): BillingAction[] => {
    const bought = since + numbers.between(3, 16) * DAY_MS
    const action = (what: BillingAction['what'], at: number): BillingAction => ({ userId, what, at })
    const tried = numbers.is(0.85) ? [action('try', since + numbers.between(1, 600) * 60_000)] : []
    if (!numbers.is(0.6)) return tried
    const fails = bought + numbers.between(20, 200) * DAY_MS
    const cards = numbers.is(0.12) ? [action('card fails', fails)] : []
    const cardsFixed = cards.length > 0 && numbers.is(0.5) ? [action('card works', fails + 33 * DAY_MS)] : []
    const ends = numbers.is(0.25) ? [action('cancel', bought + numbers.between(5, 150) * DAY_MS)] : []
    return [...tried, action('buy', bought), ...cards, ...cardsFixed, ...ends]
  })
  return actions.filter(({ at }) => at < now).sort((a, b) => a.at - b.at)
}
