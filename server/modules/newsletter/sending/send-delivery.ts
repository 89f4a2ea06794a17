import type { Kysely } from 'kysely'
import { INVALID_ADDRESS } from '#contract/objects/newsletter.ts'
import { retryWhileBusy } from '../../../db/retry-while-busy.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { Dependencies } from '../../../dependencies.ts'
import { isoTime } from '../../../lib/time.ts'
import { type Mail, type Mailer, MailFailure } from '../../../providers/mail/mailer.ts'
import { observeMail } from '../../../telemetry/observe-mail.ts'
import { changeUser } from '../../accounts/accounts.repository.ts'
import type { Reader } from '../../accounts/email/unsubscribe-token.ts'
import { findRecipient } from '../recipients.repository.ts'
import { type DeliveryRow, markSending, settleDelivery, skipDelivery } from './deliveries.repository.ts'
import type { EqualRefusals } from './equal-refusals.ts'

/** After how many minutes a mail is offered again that the mail server did not take for now; after the last never. */
const RETRY_MINUTES = [1, 5, 15, 60, 240, 720]

/**
 * `lost`: the issue was paused, or another process has taken it over. `outage`: the mail server takes nothing at all,
 * and the mail is offered again after the others.
 */
type Outcome = { kind: 'settled' | 'taken' | 'lost' } | { kind: 'outage'; reply: string }

interface Sending {
  mailer: Mailer
  owner: string
  refusals: EqualRefusals
  /** Ends the repetition of writes while the database is busy. */
  signal: AbortSignal
  write: (recipient: { email: string; reader: Reader; countsClicks: boolean }) => Promise<Mail>
}

/** Sends a mail that is due, and stores what became of it. Never sends one whose reader has left. */
export async function sendDelivery(
  { db, now }: Pick<Dependencies, 'db' | 'now'>,
  row: DeliveryRow,
  { mailer, owner, refusals, signal, write }: Sending,
): Promise<Outcome> {
  const reader = readerOf(row)
  const recipient = await findRecipient(db, row)
  if (reader === undefined || recipient === undefined) {
    await skipDelivery(db, row)
    return { kind: 'settled' }
  }
  const countsClicks = recipient.clicks_agreed_at !== null
  const mail = await write({ email: recipient.email, reader, countsClicks })
  if (!(await markSending(db, row, { owner, countsClicks }))) return { kind: 'lost' }
  // What the mail server has said is known to this process only, so it is stored once the database is no longer busy.
  const settled = (values: Parameters<typeof settleDelivery>[2]) =>
    retryWhileBusy(() => settleDelivery(db, { id: row.id, owner }, values), signal)
  try {
    if (!isAddress(recipient.email)) throw new MailFailure(invalidAddress)
    await observeMail('newsletter', () => mailer.send({ ...mail, messageId: row.message_id }))
  } catch (error) {
    if (!(error instanceof MailFailure)) throw error
    const isServer = error.scope === 'server'
    const isAboutSender = isRefusal(error) && refusals.add(error)
    // An attempt that the mail server as a whole refused does not count; the others do, so that an issue comes to an end.
    if (isServer || (isAboutSender && row.attempts < RETRY_MINUTES.length)) {
      // The others go first, since the mail server may refuse only this one.
      const attempts = row.attempts + (isServer ? 0 : 1)
      await settled({ status: 'queued', attempts, next_attempt_at: isoTime(now()) })
      return { kind: 'outage', reply: error.reply }
    }
    await retryWhileBusy(() => settleFailure(db, { row, owner, reader }, error, now()), signal)
    return { kind: 'settled' }
  }
  await settled({ status: 'sent', sent_at: isoTime(now()), reply: null })
  return { kind: 'taken' }
}

/** Mail servers differ in what they make of a broken address: some complete it, and a stranger gets the mail. */
const isAddress = (email: string): boolean => /^[^\s<>,;@]+@[^\s<>,;@]+$/.test(email)
const invalidAddress = { code: INVALID_ADDRESS, status: 0, isTransient: false, scope: 'message' } as const

const readerOf = ({ user_id, subscriber_id }: DeliveryRow): Reader | undefined => {
  if (user_id !== null) return { userId: user_id }
  return subscriber_id === null ? undefined : { subscriberId: subscriber_id }
}

async function settleFailure(
  db: Kysely<Database>,
  { row, owner, reader }: { row: DeliveryRow; owner: string; reader: Reader },
  failure: MailFailure,
  now: number,
): Promise<void> {
  const { scope, status, reply } = failure
  const settled = (values: Parameters<typeof settleDelivery>[2], trx = db) =>
    settleDelivery(trx, { id: row.id, owner }, { ...values, reply })
  if (scope === 'unknown') return settled({ status: 'in_doubt' })
  const minutes = status >= 400 && status < 500 ? RETRY_MINUTES[row.attempts] : undefined
  if (minutes !== undefined) return settled({ status: 'queued', next_attempt_at: isoTime(now + minutes * 60_000) })
  if (!saysAddressIsGone(failure)) return settled({ status: 'refused' })
  await db.transaction().execute(async (trx) => {
    await settled({ status: 'bounced' }, trx)
    await switchOff(trx, reader, isoTime(now))
  })
}

/**
 * Only these codes of RFC 3463 and RFC 7505 say that nobody is at the address. A 5xx reply without one of them may as
 * well mean the settings, the quota or the reputation of the sender, which concerns every address.
 */
const saysAddressIsGone = ({ scope, status, reply }: MailFailure): boolean =>
  scope === 'recipient' && status >= 500 && /^\d{3}[ -]5\.(?:1\.(?:[1236]|10)|2\.1)(?![\d.])/.test(reply)

const isRefusal = (failure: MailFailure): boolean =>
  ['recipient', 'message'].includes(failure.scope) && failure.status >= 500 && !saysAddressIsGone(failure)

async function switchOff(trx: Kysely<Database>, reader: Reader, time: string): Promise<void> {
  if ('userId' in reader) await changeUser(trx, reader.userId, { receive_newsletters: 0, updated_at: time })
  else
    await trx
      .updateTable('newsletter_subscribers')
      .set({ bounced_at: time })
      .where('id', '=', reader.subscriberId)
      .execute()
}
