import type { Mail } from '../../../providers/mail/mailer.ts'
import { renderActionMail } from '../../mails/render-action-mail.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { findFacts, type MailFacts } from './mail-facts.ts'
import { mailMessages } from './mail-messages.ts'

type Words = (typeof mailMessages)['en']

/** One mail: the paragraphs below the greeting, the details as label and value, and where its button leads. */
interface Content {
  subject: string
  said: readonly [string, ...string[]]
  details: readonly (readonly [string, string])[]
  button: keyof Words['buttons']
}

/** Writes a mail about money; undefined when what it reports is no longer true, or its user is gone. */
export async function writeMail({ db, now, config }: BillingDeps, id: number): Promise<Mail | undefined> {
  const facts = await findFacts(db, id, now())
  if (facts === undefined) return undefined
  const words = mailMessages[facts.language]
  const content = contents[facts.mail.kind](facts, words)
  if (content === undefined) return undefined
  const { subject, said, details, button } = content
  const receipt =
    button === 'receipt' && facts.invoice?.receipt_url?.startsWith('https://') ? facts.invoice.receipt_url : null
  const page = `${config.publicUrl}/${button === 'plans' ? 'subscriptions' : 'account'}`
  return renderActionMail(facts.user, {
    subject,
    preview: details.map(([label, value]) => `${label}: ${value}`).join(' · '),
    said,
    details,
    button: words.buttons[button === 'receipt' && receipt === null ? 'account' : button],
    url: receipt ?? page,
    note: facts.subscription.source === 'sandbox' ? `${words.sandbox} ${words.note}` : words.note,
  })
}

const contents: Record<MailFacts['mail']['kind'], (facts: MailFacts, words: Words) => Content | undefined> = {
  purchase: (facts, words) => {
    const { plan, invoice, isRunning, subscription } = facts
    const isFree = invoice === undefined && isRunning && subscription.status === 'trialing'
    if (invoice === undefined && !isFree) return undefined
    const said = isFree ? words.purchase.free(plan) : words.purchase.paid(plan)
    return {
      subject: words.purchase.subject(plan),
      said: [said, ...outlook(facts, words)],
      details: invoice === undefined ? priced(facts, words) : receipt(facts, invoice, words),
      button: 'receipt',
    }
  },
  renewal: (facts, words) => {
    const { plan, invoice, amount } = facts
    if (invoice === undefined) return undefined
    return {
      subject: words.renewal.subject(amount(invoice.total)),
      said: [words.renewal.said(plan), ...outlook(facts, words)],
      details: receipt(facts, invoice, words),
      button: 'receipt',
    }
  },
  renewal_ahead: (facts, words) => {
    const { plan, price, next, end, mail, subscription } = facts
    if (!renews(facts) || !mail.key.endsWith(` ${subscription.current_period_end}`)) return undefined
    const change = next === undefined ? [] : [words.changesOn(end, next.plan, next.price)]
    return {
      subject: words.ahead.subject(end),
      said: [words.ahead.said(plan, end), ...change, words.ahead.choice],
      details: [
        [words.labels.plan, next?.plan ?? plan],
        [words.labels.due, next?.price ?? price],
        [words.labels.dueOn, end],
      ],
      button: 'account',
    }
  },
  payment_failed: (facts, words) => {
    const { plan, invoice, amount, date, subscription } = facts
    if (invoice?.status !== 'failed' || subscription.status !== 'past_due') return undefined
    const again =
      invoice.next_attempt_at === null ? words.failed.now : words.failed.again(date(invoice.next_attempt_at))
    return {
      subject: words.failed.subject(amount(invoice.total)),
      said: [words.failed.said(plan), again, ...grace(facts, words)],
      details: owed(facts, invoice, words),
      button: 'pay',
    }
  },
  payment_failed_last: (facts, words) => {
    const { plan, invoice, amount, subscription } = facts
    if (invoice?.status !== 'failed') return undefined
    if (subscription.status === 'canceled') {
      const said = [words.last.ended(plan), words.last.back] as const
      const details = owed(facts, invoice, words, words.labels.unpaid)
      return { subject: words.last.endedSubject, said, details, button: 'plans' }
    }
    return {
      subject: words.last.subject(amount(invoice.total)),
      said: [words.last.said(plan), words.failed.now, ...grace(facts, words)],
      details: owed(facts, invoice, words),
      button: 'pay',
    }
  },
  trial_ending: (facts, words) => {
    const { plan, price, end, mail, subscription } = facts
    const isSame = mail.key.endsWith(` ${subscription.current_period_end}`)
    if (!renews(facts) || subscription.status !== 'trialing' || !isSame) return undefined
    if (subscription.source === 'trial') {
      return {
        subject: words.trial.subject(end),
        said: [words.trial.said(end), words.trial.choice],
        details: [
          [words.labels.plan, plan],
          [words.labels.due, words.nothing],
          [words.labels.until, end],
        ],
        button: 'plans',
      }
    }
    return {
      subject: words.trial.paidSubject(end),
      said: [words.trial.paidSaid(plan, end), words.trial.paidChoice],
      details: [
        [words.labels.plan, plan],
        [words.labels.due, price],
        [words.labels.dueOn, end],
      ],
      button: 'account',
    }
  },
  cancelled: (facts, words) => {
    const { plan, end, mail, date, isRunning, subscription } = facts
    const { status, current_period_end, cancel_at_period_end, source } = subscription
    if (status === 'canceled') {
      const ended = date(mail.created_at < current_period_end ? mail.created_at : current_period_end)
      return {
        subject: words.cancelled.endedSubject,
        said: [words.cancelled.ended(plan, ended), words.cancelled.readable],
        details: [
          [words.labels.plan, plan],
          [words.labels.due, words.nothing],
          [words.labels.ended, ended],
        ],
        button: 'account',
      }
    }
    // It was resumed meanwhile.
    if (cancel_at_period_end === 0 || !isRunning) return undefined
    return {
      subject: words.cancelled.subject,
      said: [words.cancelled.said(plan, end), ...(source === 'grant' ? [] : [words.cancelled.undo])],
      details: [
        [words.labels.plan, plan],
        [words.labels.due, words.nothing],
        [words.labels.until, end],
      ],
      button: 'account',
    }
  },
  plan_changed: (facts, words) => {
    const { plan, next, mail, invoice, date, subscription } = facts
    if (invoice === undefined && mail.terms_id === subscription.scheduled_terms_id && next !== undefined) {
      const from = date(subscription.scheduled_at ?? subscription.current_period_end)
      return {
        subject: words.changed.laterSubject(from),
        said: [words.changed.later(plan, next.plan, from), words.changed.undo],
        details: [
          [words.labels.plan, next.plan],
          [words.labels.price, next.price],
          [words.labels.from, from],
        ],
        button: 'account',
      }
    }
    if (invoice !== undefined && subscription.status === 'canceled') return contents.renewal(facts, words)
    // It was changed again, or the change was taken back.
    if (invoice === undefined && mail.terms_id !== subscription.terms_id) return undefined
    return {
      subject: words.changed.subject(plan),
      said: [words.changed.said(plan), ...outlook(facts, words)],
      details:
        invoice === undefined
          ? [...priced(facts, words), [words.labels.from, date(mail.created_at)]]
          : receipt(facts, invoice, words),
      button: 'receipt',
    }
  },
  refund: ({ mail, invoice, amount, date, subscription }, words) => {
    if (invoice === undefined || mail.amount === null) return undefined
    // The bank has sent it back meanwhile: less is refunded than the key says.
    if (invoice.refunded < Number(mail.key.split(' ').at(-1))) return undefined
    const refunded = amount(mail.amount)
    return {
      subject: words.refund.subject(refunded),
      // In the sandbox no money comes back.
      said: [
        words.refund.said(refunded, date(invoice.paid_at ?? invoice.created_at)),
        ...(subscription.source === 'sandbox' ? [] : [words.refund.where]),
      ],
      details: [
        [words.labels.refunded, refunded],
        [words.labels.payment, amount(invoice.total)],
        [words.labels.on, date(mail.created_at)],
      ],
      button: 'receipt',
    }
  },
  refund_failed: ({ mail, invoice, amount, date }, words) => {
    if (invoice === undefined || mail.amount === null) return undefined
    const returned = amount(mail.amount)
    return {
      subject: words.returned.subject(returned),
      said: [words.returned.said(returned, date(invoice.paid_at ?? invoice.created_at)), words.returned.next],
      details: [
        [words.labels.returned, returned],
        [words.labels.payment, amount(invoice.total)],
        [words.labels.on, date(mail.created_at)],
      ],
      button: 'account',
    }
  },
}

type Invoice = NonNullable<MailFacts['invoice']>
type Details = [string, string][]

const renews = ({ isRunning, subscription }: MailFacts): boolean => isRunning && subscription.cancel_at_period_end === 0

/** What comes next, where something comes. */
function outlook(facts: MailFacts, words: Words): string[] {
  const { end, price, next, isRunning, subscription } = facts
  if (!isRunning) return []
  if (!renews(facts)) return [words.endsOn(end)]
  if (next !== undefined) return [words.changesOn(end, next.plan, next.price)]
  const isTrial = subscription.status === 'trialing' && subscription.extended_until === null
  return [isTrial ? words.firstPayment(end, price) : words.renews(end, price)]
}

function grace({ subscription, now, date }: MailFacts, words: Words): string[] {
  const { grace_until } = subscription
  if (grace_until === null) return []
  return [grace_until > now ? words.failed.grace(date(grace_until)) : words.failed.over]
}

const priced = ({ plan, price }: MailFacts, { labels }: Words): Details => [
  [labels.plan, plan],
  [labels.price, price],
]

function receipt({ plan, amount, date }: MailFacts, invoice: Invoice, { labels }: Words): Details {
  const tax: Details = invoice.tax > 0 ? [[labels.tax, amount(invoice.tax)]] : []
  return [
    [labels.plan, plan],
    [labels.paid, amount(invoice.total)],
    ...tax,
    [labels.paidOn, date(invoice.paid_at ?? invoice.created_at)],
  ]
}

const owed = (
  { plan, amount, date, triedAt }: MailFacts,
  invoice: Invoice,
  { labels }: Words,
  label = labels.due,
): Details => [
  [labels.plan, plan],
  [label, amount(invoice.total)],
  [labels.failedOn, date(triedAt ?? invoice.created_at)],
]
