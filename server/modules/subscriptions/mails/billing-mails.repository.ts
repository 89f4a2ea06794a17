import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Config } from '../../../config/config.ts'
import type { Database } from '../../../db/schema/schema.ts'
import type { BillingMailsTable } from '../../../db/schema/schema-payments.ts'
import { DAY_MS, isoTime } from '../../../lib/time.ts'

export type BillingMailRow = Selectable<BillingMailsTable>

type NewMail = Pick<Insertable<BillingMailsTable>, 'user_id' | 'kind' | 'key'> &
  Partial<Pick<BillingMailRow, 'subscription_id' | 'invoice_id' | 'terms_id' | 'amount'>>

/** Longer than a mail waits in the queue and takes to be sent. */
const TAKEN_MS = 10 * 60_000
/** The delays after the first, second, … attempt that the mail server refused for now; further ones repeat the last. */
const RETRY_MINUTES = [1, 5, 15, 60, 240]
/** A mail that could not be sent for so long is given up. */
const GIVE_UP_MS = 7 * DAY_MS
const BATCH = 200

/** Whether mails about money are sent: only by a mail server, not into files. */
export const sendsMails = ({ mail }: Pick<Config, 'mail'>): boolean => mail.smtpUrl !== null

/**
 * Records a mail that is to be sent, once for each key of a user; call it in the transaction of the fact that it
 * reports.
 */
export async function recordMail(trx: Kysely<Database>, mail: NewMail, time: string): Promise<void> {
  await trx
    .insertInto('billing_mails')
    .values({ ...mail, status: 'waiting', due_at: time, created_at: time })
    .onConflict((known) => known.columns(['user_id', 'key']).doNothing())
    .execute()
}

/** Takes the mails that are due, so that no other process takes them for ten minutes. `now` in milliseconds. */
export function takeDueMails(db: Kysely<Database>, now: number): Promise<Pick<BillingMailRow, 'id' | 'kind'>[]> {
  const due = db
    .selectFrom('billing_mails')
    .select('id')
    .where('due_at', '<=', isoTime(now))
    .where('status', '=', 'waiting')
    .orderBy('due_at')
    .orderBy('id')
    .limit(BATCH)
  return db
    .updateTable('billing_mails')
    .set({ due_at: isoTime(now + TAKEN_MS) })
    .where('id', 'in', due)
    .where('due_at', '<=', isoTime(now))
    .returning(['id', 'kind'])
    .execute()
}

/** Marks a waiting mail as `sending`, just before the mail server gets it; false when it no longer waits or exists. */
export async function startSending(db: Kysely<Database>, id: number, now: number): Promise<boolean> {
  const started = await db
    .updateTable('billing_mails')
    .set((eb) => ({ status: 'sending', attempts: eb('attempts', '+', 1), due_at: isoTime(now + TAKEN_MS) }))
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .returning('id')
    .executeTakeFirst()
  return started !== undefined
}

/** Records what the mail server said: accepted, not for now, or never. */
export async function settleMail(
  db: Kysely<Database>,
  id: number,
  { outcome, now }: { outcome: 'sent' | 'later' | 'failed'; now: number },
): Promise<void> {
  const mail = db.updateTable('billing_mails').where('id', '=', id)
  if (outcome === 'sent') await mail.set({ status: 'sent', sent_at: isoTime(now), due_at: null }).execute()
  if (outcome === 'failed') await mail.set({ status: 'failed', due_at: null }).execute()
  if (outcome !== 'later') return
  const row = await db.selectFrom('billing_mails').select('attempts').where('id', '=', id).executeTakeFirst()
  const minutes = RETRY_MINUTES[(row?.attempts ?? 1) - 1] ?? 240
  await mail.set({ status: 'waiting', due_at: isoTime(now + minutes * 60_000) }).execute()
}

/** A mail whose fact is no longer true is not sent. */
export async function dropMail(db: Kysely<Database>, id: number): Promise<void> {
  await db
    .updateTable('billing_mails')
    .set({ status: 'dropped', due_at: null })
    .where('id', '=', id)
    .where('status', '=', 'waiting')
    .execute()
}

/**
 * Gives up what could not be sent for a week, and what was handed to a mail server by a process that ended: nobody
 * knows whether it arrived, and no mail is sent twice.
 */
export async function giveUpMails(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .updateTable('billing_mails')
    .set({ status: 'failed', due_at: null })
    .where(({ or, and, eb }) =>
      or([
        and([eb('status', '=', 'sending'), eb('due_at', '<=', isoTime(now))]),
        and([eb('status', '=', 'waiting'), eb('created_at', '<=', isoTime(now - GIVE_UP_MS))]),
      ]),
    )
    .where('due_at', 'is not', null)
    .execute()
}
