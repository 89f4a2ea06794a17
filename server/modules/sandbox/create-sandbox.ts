import { DAY_MS, isoTime } from '../../lib/time.ts'
import { isSigned } from '../../providers/payments/event-signature.ts'
import { parseEvent } from '../../providers/payments/parse-event.ts'
import type { Payments } from '../../providers/payments/payments.ts'
import { EventRefused } from '../../providers/payments/payments.ts'
import { payOpenInvoices } from './pay-open-invoices.ts'
import {
  customerOf,
  findRow,
  portalAddress,
  type SandboxDeps,
  toPaid,
  toSession,
  userOf,
} from './sandbox.repository.ts'
import type { DeliverEvent, Sandbox } from './sandbox.ts'
import { sandboxChanges } from './sandbox-changes.ts'
import { applyNextDue } from './sandbox-clock.ts'
import { bringForward, changeDetails, readDetails } from './sandbox-details.ts'
import { discountToCome, sandboxCoupons } from './sandbox-discounts.ts'
import { deliverEvents } from './sandbox-events.ts'
import { listInvoices } from './sandbox-invoices.ts'
import { sandboxRefunds } from './sandbox-refunds.ts'
import { settleSession } from './settle-session.ts'

/** The same as Stripe's. */
const SESSION_MS = DAY_MS

/** `secret` signs the sandbox's events; no other component has it. */
export function createSandbox(deps: SandboxDeps, secret: string): Sandbox {
  const { db, now } = deps
  let deliver: DeliverEvent | undefined
  let sending: Promise<void> = Promise.resolve()
  const send = (): Promise<void> => {
    const to = deliver
    if (to === undefined) return sending
    // Deliveries run one after the other, so that no event is sent twice concurrently.
    sending = sending.catch(() => undefined).then(() => deliverEvents(deps, { secret, deliver: to }))
    return sending
  }

  const findSession: Payments['findSession'] = async (id) => {
    const row = await db.selectFrom('sandbox_sessions').selectAll().where('id', '=', id).executeTakeFirst()
    return row && toSession(row, deps)
  }
  const end = async (of: 'id' | 'user_id', value: string | number) => {
    const alive = db.updateTable('sandbox_subscriptions').set({ status: 'canceled', due_at: null })
    const ended = await alive.where(of, '=', value).where('status', '!=', 'canceled').returning('id').execute()
    return ended.length > 0
  }

  const bill = async () => {
    while (await applyNextDue(deps));
    await send()
  }

  const payments: Payments = {
    kind: 'sandbox',
    ...sandboxChanges(deps),
    ...sandboxCoupons,
    ...sandboxRefunds(deps),
    createCustomer: async ({ userId }) => customerOf(userId),
    // The sandbox stores no addresses.
    changeCustomer: async () => undefined,
    createPrice: async ({ price, currency, interval }) => `${price}:${currency}:${interval}`,
    async openSession({ reference, customer, price, metadata, startsAt, coupon, successUrl, leaveUrl }) {
      const urls = { success_url: successUrl, leave_url: leaveUrl }
      const order = { price, metadata: JSON.stringify(metadata), starts_at: startsAt, discount: coupon, ...urls }
      const times = { created_at: isoTime(now()), expires_at: isoTime(now() + SESSION_MS) }
      await db
        .insertInto('sandbox_sessions')
        .values({ id: reference, user_id: userOf(customer), status: 'open', ...order, ...times })
        .onConflict((known) => known.column('id').doNothing())
        .execute()
      const session = await findSession(reference)
      if (session === undefined) throw new Error('the session that was just opened is gone')
      return session
    },
    findSession,
    async endSession(id) {
      const open = db.updateTable('sandbox_sessions').set({ status: 'expired' }).where('id', '=', id)
      await open.where('status', '=', 'open').execute()
      return findSession(id)
    },
    async readCustomer(customer) {
      const rows = db.selectFrom('sandbox_subscriptions').selectAll().where('user_id', '=', userOf(customer))
      const subscriptions = (await rows.orderBy('created_at', 'desc').execute()).map((row) => ({
        ...toPaid(row),
        discount: discountToCome(row),
      }))
      return { subscriptions, invoices: await listInvoices(deps, userOf(customer)) }
    },
    endSubscription: (id) => end('id', id),
    async removeCustomer(customer) {
      await end('user_id', userOf(customer))
    },
    openPortal: async () => portalAddress(deps.config),
    readAccount: async () => 'sandbox',
    async readEvent(bytes, signature) {
      const body = new TextDecoder().decode(bytes)
      if (!isSigned(body, signature, secret, now())) throw new EventRefused('signature')
      return parseEvent(JSON.parse(body))
    },
  }

  return {
    payments,
    deliverTo: (to) => {
      deliver = to
    },
    async settle(session, outcome) {
      const settled = await settleSession(deps, session, outcome)
      if (settled) await send()
      return settled
    },
    async setCard(subscriptionId, works) {
      const card = db.updateTable('sandbox_subscriptions').set({ card_works: works ? 1 : 0 })
      await card.where('id', '=', subscriptionId).execute()
      if ((await findRow(db, subscriptionId)) === undefined) throw new Error(`the sandbox has no ${subscriptionId}`)
    },
    readDetails: (userId) => readDetails(db, userId),
    changeDetails: (userId, changes) => changeDetails(deps, userId, changes),
    async payOpen(userId) {
      const paid = await payOpenInvoices(deps, userId)
      if (paid) await send()
      return paid
    },
    async payNext(userId, due) {
      const isDue = await bringForward(deps, userId, due)
      if (isDue) await bill()
      return isDue
    },
    bill,
  }
}
