import type { Kysely, Selectable } from 'kysely'
import type { Language } from '#contract/primitives.ts'
import type { Database, UsersTable } from '../../../db/schema/schema.ts'
import type { InvoicesTable } from '../../../db/schema/schema-payments.ts'
import { isoTime } from '../../../lib/time.ts'
import { minorUnitsOf } from '../../../providers/payments/price-parts.ts'
import type { PlanRow } from '../../plans/plans.mappers.ts'
import { keepsDiscount } from '../codes/promotion-codes.repository.ts'
import { discountOf } from '../subscriptions.mappers.ts'
import { type SubscriptionRow, withPlans } from '../subscriptions.repository.ts'
import type { BillingMailRow } from './billing-mails.repository.ts'
import { day, money } from './formats.ts'
import { intervalTexts, planTitles, taxTexts } from './mail-messages.ts'

/** What a mail says, from the rows at the moment when it is written; times and amounts are texts in `language`. */
export interface MailFacts {
  mail: BillingMailRow
  user: Selectable<UsersTable>
  language: Language
  /** The time of writing, ISO 8601. */
  now: string
  invoice: Selectable<InvoicesTable> | undefined
  /** The last attempt to charge it that failed. */
  triedAt: string | undefined
  subscription: SubscriptionRow['subscription']
  /** The title of the plan, and its price: `$9.99 a month`, or `$9.99 a month, plus tax`. */
  plan: string
  price: string
  /** The plan to which it changes when the period ends. */
  next: { plan: string; price: string } | undefined
  /** The end of the period, and whether it is still to come. */
  end: string
  isRunning: boolean
  /** A time in ISO 8601 as its day. */
  date: (time: string) => string
  amount: (minorUnits: number) => string
}

/**
 * Undefined when the mail, its user or its subscription is gone; a mail without `subscription_id` finds the
 * subscription by its invoice. `now` in milliseconds.
 */
export async function findFacts(db: Kysely<Database>, id: number, now: number): Promise<MailFacts | undefined> {
  const mail = await db.selectFrom('billing_mails').selectAll().where('id', '=', id).executeTakeFirst()
  if (mail === undefined) return undefined
  const user = await db.selectFrom('users').selectAll().where('id', '=', mail.user_id).executeTakeFirst()
  if (user === undefined) return undefined
  const charged = await findInvoice(db, mail)
  const row = await findSold(db, mail, charged)
  if (row === undefined) return undefined
  const { subscription, plan, scheduled } = row
  const invoice = charged ?? (mail.kind === 'payment_failed_last' ? await findUnpaid(db, subscription) : undefined)
  const { language } = user
  // Also of the plan that follows: a tax is added by the currency, which no change of plan changes.
  const tax = subscription.tax_behavior === 'exclusive' ? taxTexts[language] : ''
  /** With the discount of the payment that is due at a time. */
  const describe = (bought: PlanRow, code: SubscriptionRow['code'], at: string) => {
    const { title, name, price, currency, interval } = bought
    const due = discountOf({ ...row, plan: bought, code }, at)?.reduced_price ?? price
    return {
      plan: titleIn(language, title || name),
      price: `${money(minorUnitsOf(due), currency, language)} ${intervalTexts[language][interval]}${tax}`,
    }
  }
  const { code } = row
  const end = subscription.current_period_end
  const lasting = code !== undefined && scheduled !== null && keepsDiscount(code, scheduled) ? code : undefined
  return {
    mail,
    user,
    language,
    now: isoTime(now),
    invoice,
    triedAt: invoice && (await findLastTry(db, invoice.id)),
    subscription,
    ...describe(plan, code, end),
    next: scheduled === null ? undefined : describe(scheduled, lasting, subscription.scheduled_at ?? end),
    end: day(end, language),
    isRunning: ['active', 'trialing'].includes(subscription.status) && end > isoTime(now),
    date: (time) => day(time, language),
    amount: (minorUnits) => money(minorUnits, invoice?.currency ?? plan.currency, language),
  }
}

/** The initial plans have Spanish titles, as in the app; what an admin wrote is the same in every language. */
const titleIn = (language: Language, title: string): string =>
  (language === 'es' ? planTitles[title] : undefined) ?? title

async function findInvoice(db: Kysely<Database>, { invoice_id }: BillingMailRow) {
  if (invoice_id === null) return undefined
  return db.selectFrom('invoices').selectAll().where('id', '=', invoice_id).executeTakeFirst()
}

async function findSold(
  db: Kysely<Database>,
  { subscription_id }: BillingMailRow,
  invoice: Selectable<InvoicesTable> | undefined,
): Promise<SubscriptionRow | undefined> {
  const sold = db.selectFrom('subscriptions').selectAll()
  const rows = await (subscription_id === null
    ? sold.where('source', '=', invoice?.source ?? '').where('source_id', '=', invoice?.subscription_source_id ?? '')
    : sold.where('id', '=', subscription_id)
  ).execute()
  return (await withPlans(db, rows))[0]
}

async function findLastTry(db: Kysely<Database>, invoice: number): Promise<string | undefined> {
  const tries = db.selectFrom('payment_failures').select('failed_at').where('invoice_id', '=', invoice)
  return (await tries.orderBy('failed_at', 'desc').executeTakeFirst())?.failed_at
}

/** The oldest invoice of a subscription that could not be charged. */
function findUnpaid(db: Kysely<Database>, { source, source_id }: SubscriptionRow['subscription']) {
  return db
    .selectFrom('invoices')
    .selectAll()
    .where('source', '=', source)
    .where('subscription_source_id', '=', source_id)
    .where('status', '=', 'failed')
    .orderBy('created_at')
    .executeTakeFirst()
}
