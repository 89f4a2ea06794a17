import type { Mail } from '../../../providers/mail/mailer.ts'
import { renderActionMail } from '../../mails/render-action-mail.ts'
import type { BillingDeps } from '../billing.deps.ts'
import { findFacts, type MailFacts } from './mail-facts.ts'
import { mailMessages } from './mail-messages.ts'

type Texts = (typeof mailMessages)['en']

/** One mail: the paragraphs below the greeting, the details as label and value, and where its button leads. */
interface Content {
  subject: string
  said: readonly [string, ...string[]]
  details: readonly (readonly [string, string])[]
  button: keyof Texts['buttons']
}

/** Writes a mail about money; undefined when what it reports is no longer true, or its user is gone. */
export async function writeMail({ db, now, config }: BillingDeps, id: number): Promise<Mail | undefined> {
  const facts = await findFacts(db, id, now())
  if (facts === undefined) return undefined
  const texts = mailMessages[facts.language]
  const content = contents[facts.mail.kind](facts, texts)
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
    button: texts.buttons[button === 'receipt' && receipt === null ? 'account' : button],
    url: receipt ?? page,
    note: facts.subscription.source === 'sandbox' ? `${texts.sandbox} ${texts.note}` : texts.note,
  })
}

const contents: Record<MailFacts['mail']['kind'], (facts: MailFacts, texts: Texts) => Content | undefined> = {
  purchase: (facts, texts) => {
    const { plan, invoice, isRunning, subscription } = facts
    const isFree = invoice === undefined && isRunning && subscription.status === 'trialing'
    if (invoice === undefined && !isFree) return undefined
    const said = isFree ? texts.purchase.free(plan) : texts.purchase.paid(plan)
    return {
      subject: texts.purchase.subject(plan),
      said: [said, ...outlook(facts, texts)],
      details: invoice === undefined ? priced(facts, texts) : receipt(facts, invoice, texts),
      button: 'receipt',
    }
  },
  renewal: (facts, texts) => {
    const { plan, invoice, amount } = facts
    if (invoice === undefined) return undefined
    return {
      subject: texts.renewal.subject(amount(invoice.total)),
      said: [texts.renewal.said(plan), ...outlook(facts, texts)],
      details: receipt(facts, invoice, texts),
      button: 'receipt',
    }
  },
  renewal_ahead: (facts, texts) => {
    const { plan, price, next, end, mail, subscription } = facts
    if (!renews(facts) || !mail.key.endsWith(` ${subscription.current_period_end}`)) return undefined
    const change = next === undefined ? [] : [texts.changesOn(end, next.plan, next.price)]
    return {
      subject: texts.ahead.subject(end),
      said: [texts.ahead.said(plan, end), ...change, texts.ahead.choice],
      details: [
        [texts.labels.plan, next?.plan ?? plan],
        [texts.labels.due, next?.price ?? price],
        [texts.labels.dueOn, end],
      ],
      button: 'account',
    }
  },
  payment_failed: (facts, texts) => {
    const { plan, invoice, amount, date, subscription } = facts
    if (invoice?.status !== 'failed' || subscription.status !== 'past_due') return undefined
    const again =
      invoice.next_attempt_at === null ? texts.failed.now : texts.failed.again(date(invoice.next_attempt_at))
    return {
      subject: texts.failed.subject(amount(invoice.total)),
      said: [texts.failed.said(plan), again, ...grace(facts, texts)],
      details: owed(facts, invoice, texts),
      button: 'pay',
    }
  },
  payment_failed_last: (facts, texts) => {
    const { plan, invoice, amount, subscription } = facts
    if (invoice?.status !== 'failed') return undefined
    if (subscription.status === 'canceled') {
      const said = [texts.last.ended(plan), texts.last.back] as const
      const details = owed(facts, invoice, texts, texts.labels.unpaid)
      return { subject: texts.last.endedSubject, said, details, button: 'plans' }
    }
    return {
      subject: texts.last.subject(amount(invoice.total)),
      said: [texts.last.said(plan), texts.failed.now, ...grace(facts, texts)],
      details: owed(facts, invoice, texts),
      button: 'pay',
    }
  },
  trial_ending: (facts, texts) => {
    const { plan, price, end, mail, subscription } = facts
    const isSame = mail.key.endsWith(` ${subscription.current_period_end}`)
    if (!renews(facts) || subscription.status !== 'trialing' || !isSame) return undefined
    if (subscription.source === 'trial') {
      return {
        subject: texts.trial.subject(end),
        said: [texts.trial.said(end), texts.trial.choice],
        details: [
          [texts.labels.plan, plan],
          [texts.labels.due, texts.nothing],
          [texts.labels.until, end],
        ],
        button: 'plans',
      }
    }
    return {
      subject: texts.trial.paidSubject(end),
      said: [texts.trial.paidSaid(plan, end), texts.trial.paidChoice],
      details: [
        [texts.labels.plan, plan],
        [texts.labels.due, price],
        [texts.labels.dueOn, end],
      ],
      button: 'account',
    }
  },
  cancelled: (facts, texts) => {
    const { plan, end, mail, date, isRunning, subscription } = facts
    const { status, current_period_end, cancel_at_period_end, source } = subscription
    if (status === 'canceled') {
      const ended = date(mail.created_at < current_period_end ? mail.created_at : current_period_end)
      return {
        subject: texts.cancelled.endedSubject,
        said: [texts.cancelled.ended(plan, ended), texts.cancelled.readable],
        details: [
          [texts.labels.plan, plan],
          [texts.labels.due, texts.nothing],
          [texts.labels.ended, ended],
        ],
        button: 'account',
      }
    }
    // It was resumed meanwhile.
    if (cancel_at_period_end === 0 || !isRunning) return undefined
    return {
      subject: texts.cancelled.subject,
      said: [texts.cancelled.said(plan, end), ...(source === 'grant' ? [] : [texts.cancelled.undo])],
      details: [
        [texts.labels.plan, plan],
        [texts.labels.due, texts.nothing],
        [texts.labels.until, end],
      ],
      button: 'account',
    }
  },
  plan_changed: (facts, texts) => {
    const { plan, next, mail, invoice, date, subscription } = facts
    if (invoice === undefined && mail.terms_id === subscription.scheduled_terms_id && next !== undefined) {
      const from = date(subscription.scheduled_at ?? subscription.current_period_end)
      return {
        subject: texts.changed.laterSubject(from),
        said: [texts.changed.later(plan, next.plan, from), texts.changed.undo],
        details: [
          [texts.labels.plan, next.plan],
          [texts.labels.price, next.price],
          [texts.labels.from, from],
        ],
        button: 'account',
      }
    }
    if (invoice !== undefined && subscription.status === 'canceled') return contents.renewal(facts, texts)
    // It was changed again, or the change was taken back.
    if (invoice === undefined && mail.terms_id !== subscription.terms_id) return undefined
    return {
      subject: texts.changed.subject(plan),
      said: [texts.changed.said(plan), ...outlook(facts, texts)],
      details:
        invoice === undefined
          ? [...priced(facts, texts), [texts.labels.from, date(mail.created_at)]]
          : receipt(facts, invoice, texts),
      button: 'receipt',
    }
  },
  refund: ({ mail, invoice, amount, date, subscription }, texts) => {
    if (invoice === undefined || mail.amount === null) return undefined
    // The bank has sent it back meanwhile: less is refunded than the key says.
    if (invoice.refunded < Number(mail.key.split(' ').at(-1))) return undefined
    const refunded = amount(mail.amount)
    return {
      subject: texts.refund.subject(refunded),
      // In the sandbox no money comes back.
      said: [
        texts.refund.said(refunded, date(invoice.paid_at ?? invoice.created_at)),
        ...(subscription.source === 'sandbox' ? [] : [texts.refund.where]),
      ],
      details: [
        [texts.labels.refunded, refunded],
        [texts.labels.payment, amount(invoice.total)],
        [texts.labels.on, date(mail.created_at)],
      ],
      button: 'receipt',
    }
  },
  refund_failed: ({ mail, invoice, amount, date }, texts) => {
    if (invoice === undefined || mail.amount === null) return undefined
    const returned = amount(mail.amount)
    return {
      subject: texts.returned.subject(returned),
      said: [texts.returned.said(returned, date(invoice.paid_at ?? invoice.created_at)), texts.returned.next],
      details: [
        [texts.labels.returned, returned],
        [texts.labels.payment, amount(invoice.total)],
        [texts.labels.on, date(mail.created_at)],
      ],
      button: 'account',
    }
  },
}

type Invoice = NonNullable<MailFacts['invoice']>
type Details = [string, string][]

const renews = ({ isRunning, subscription }: MailFacts): boolean => isRunning && subscription.cancel_at_period_end === 0

/** The sentence about the subscription's next date: its end, change or payment. None once it has ended. */
function outlook(facts: MailFacts, texts: Texts): string[] {
  const { end, price, next, isRunning, subscription } = facts
  if (!isRunning) return []
  if (!renews(facts)) return [texts.endsOn(end)]
  if (next !== undefined) return [texts.changesOn(end, next.plan, next.price)]
  const isTrial = subscription.status === 'trialing' && subscription.extended_until === null
  return [isTrial ? texts.firstPayment(end, price) : texts.renews(end, price)]
}

function grace({ subscription, now, date }: MailFacts, texts: Texts): string[] {
  const { grace_until } = subscription
  if (grace_until === null) return []
  return [grace_until > now ? texts.failed.grace(date(grace_until)) : texts.failed.over]
}

const priced = ({ plan, price }: MailFacts, { labels }: Texts): Details => [
  [labels.plan, plan],
  [labels.price, price],
]

function receipt({ plan, amount, date }: MailFacts, invoice: Invoice, { labels }: Texts): Details {
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
  { labels }: Texts,
  label = labels.due,
): Details => [
  [labels.plan, plan],
  [label, amount(invoice.total)],
  [labels.failedOn, date(triedAt ?? invoice.created_at)],
]
