import { expect } from 'vitest'
import { sendBillingMails } from '#server/modules/subscriptions/mails/send-billing-mails.ts'
import type { MailServer } from '../fakes/mail-server.ts'
import type { TestServer } from '../servers/test-server.ts'
import type { StripeInvoice } from './objects/stripe-objects.ts'
import type { createBuyer } from './payments.ts'

/** Sends the mails about money that are due, as the billing job does every minute. */
export async function runBillingMails({ dependencies }: TestServer): Promise<void> {
  await sendBillingMails(dependencies)
  await dependencies.mails.settled()
}

interface Billed {
  user: Awaited<ReturnType<typeof createBuyer>>
  invoices: readonly StripeInvoice[]
}

/**
 * Each payment has one receipt, each failure that was not paid and each end its mail, and no mail came twice. Returns
 * how many mails were being handed to the mail server when a process was killed: nobody knows whether these have
 * arrived.
 */
export async function checkBillingMails(
  { dependencies: { db } }: TestServer,
  { mails }: MailServer,
  { user, invoices }: Billed,
): Promise<number> {
  const own = mails.filter(({ recipients }) => recipients.includes(user.email))
  const rows = await db.selectFrom('billing_mails').selectAll().where('user_id', '=', user.id).execute()
  const isInDoubt = ({ status, attempts }: (typeof rows)[number]) => status === 'failed' && attempts === 1
  const inDoubt = rows.filter(isInDoubt).length
  expect(rows.filter((row) => row.status !== 'sent' && row.status !== 'dropped' && !isInDoubt(row))).toEqual([])
  const sent = rows.filter(({ status }) => status === 'sent').length
  expect(own.length).toBeGreaterThanOrEqual(sent)
  expect(own.length).toBeLessThanOrEqual(sent + inDoubt)
  let missing = 0
  for (const { id, status, amount_due } of invoices) {
    const receipts = own.filter(({ text }) => text?.includes(`/receipts/${id}\n`)).length
    const due = status === 'paid' && amount_due > 0 ? 1 : 0
    expect(receipts, `receipts of ${id}`).toBeLessThanOrEqual(due)
    missing += due - receipts
  }
  expect(missing, 'receipts that have not come').toBeLessThanOrEqual(inDoubt)
  const keys = rows.map(({ key }) => key)
  const failed = db.selectFrom('invoices').select('source_id').where('user_id', '=', user.id)
  for (const { source_id } of await failed.where('status', '=', 'failed').execute()) {
    expect(keys, 'mails about failures').toContain(`failed ${source_id}`)
  }
  for (const { id, status } of await user.subscriptions()) {
    const told = keys.some((key) => key === `ended ${id}` || key.startsWith(`cancelled ${id} `))
    if (status === 'canceled') expect(told, `a mail about the end of ${id}`).toBe(true)
  }
  return inDoubt
}
