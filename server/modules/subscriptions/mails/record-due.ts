import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, isoTime } from '../../../lib/time.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { ownPlans } from '../subscription-state.repository.ts'
import { sendsMails } from './billing-mails.repository.ts'

const TRIAL_DAYS = 3
const YEARLY_DAYS = 7
/** A last attempt that is noticed later is not reported any more. */
const NEWS_DAYS = 7

/**
 * Records the mails whose time has come, each in one statement over the rows that it reports: a trial ends in three
 * days, a yearly subscription renews in seven, an invoice is not tried again. A key for each end and invoice.
 */
export async function recordDueMails({ db, now, config, payments }: BillingDeps): Promise<void> {
  if (!sendsMails(config)) return
  const [time, today] = [isoTime(now()), isoTime(now() - DAY_MS)]
  const within = (days: number) => sql`s.current_period_end > ${time} and s.cancel_at_period_end = 0
    and s.current_period_end <= ${isoTime(now() + days * DAY_MS)} and s.plan_id in ${ownPlans}`
  const into = sql`insert into billing_mails (user_id, kind, key, subscription_id, invoice_id, status, due_at, created_at)`
  const once = sql`on conflict (user_id, key) do nothing`
  const rest = sql`'waiting', ${time}, ${time}`

  // No mail for a trial that began within the last day, because its user has just been told the date, and none for a
  // trial after which another subscription of the user goes on.
  await sql`${into} select s.user_id, 'trial_ending', 'trial ' || s.id || ' ' || s.current_period_end, s.id, null, ${rest}
    from subscriptions as s where ${within(TRIAL_DAYS)} and s.status = 'trialing' and s.extended_until is null
      and s.source in ('trial', ${payments.kind}) and s.created_at <= ${today}
      and not exists (select 1 from subscriptions as other where other.user_id = s.user_id and other.id <> s.id
        and other.status in ('active', 'trialing') and other.current_period_end > s.current_period_end)
    ${once}`.execute(db)
  await sql`${into} select s.user_id, 'renewal_ahead', 'ahead ' || s.id || ' ' || s.current_period_end, s.id, null, ${rest}
    from subscriptions as s join plans on plans.id = s.plan_id left join plan_terms as terms on terms.id = s.terms_id
    where ${within(YEARLY_DAYS)} and s.source = ${payments.kind} and s.current_period_start <= ${today}
      and (s.status = 'active' or (s.status = 'trialing' and s.extended_until is not null))
      and coalesce(terms.interval, plans.interval) = 'year'
    ${once}`.execute(db)
  // An hour later, because Stripe may plan the next attempt some time after one that failed.
  await sql`${into} select i.user_id, 'payment_failed_last', 'failed last ' || i.source_id, s.id, i.id, ${rest}
    from invoices as i join subscriptions as s on s.source = i.source and s.source_id = i.subscription_source_id
    where i.status = 'failed' and i.reason = 'renewal' and i.next_attempt_at is null and i.source = ${payments.kind}
      and s.status in ('past_due', 'unpaid')
      and (select count(*) from payment_failures as f where f.invoice_id = i.id) > 1
      and (select max(failed_at) from payment_failures as f where f.invoice_id = i.id)
        between ${isoTime(now() - NEWS_DAYS * DAY_MS)} and ${isoTime(now() - HOUR_MS)}
    ${once}`.execute(db)
}
