import type { Kysely } from 'kysely'
import { Stripe } from 'stripe'
import {
  changePlan,
  dropScheduledChange,
  listInvoices,
  previewPlanChange,
  resumeSubscription,
} from '#contract/endpoints/billing.ts'
import {
  cancelSubscription,
  checkout,
  checkoutSuccess,
  listPlans,
  subscriptionDetails,
} from '#contract/endpoints/subscriptions.ts'
import type { Plan } from '#contract/objects/plan.ts'
import type { Database } from '#server/db/schema/schema.ts'
import { createAccessTokens } from '#server/modules/accounts/sessions/access-token.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import type { Reply } from '../api/test-client.ts'
import type { TestServer } from '../servers/test-server.ts'
import { insertSignedInUser, PASSWORD } from '../users/inserted-user.ts'
import type { StripeEvent } from './objects/stripe-objects.ts'
import { type StripeServer, WEBHOOK_SECRET } from './stripe-server.ts'

const WEBHOOK = '/api/v1/accounts/subscriptions/webhook/'

interface Sent {
  secret?: string
  /** Seconds since the server's now. */
  age?: number
  /** The body that arrives instead of the signed one. */
  altered?: string
}

/** Sends an event as Stripe does, signed by Stripe's own library. */
export async function sendEvent(server: TestServer, event: StripeEvent, sent: Sent = {}): Promise<Reply> {
  const payload = JSON.stringify(event)
  const timestamp = Math.floor(server.dependencies.now() / 1000) - (sent.age ?? 0)
  const webhooks = new Stripe('sk_test_none').webhooks
  const signed = { payload, timestamp, secret: sent.secret ?? WEBHOOK_SECRET }
  const headers = { 'Stripe-Signature': webhooks.generateTestHeaderString(signed), 'Content-Type': 'application/json' }
  return server.send(WEBHOOK, { method: 'POST', body: sent.altered ?? payload, headers })
}

/** The offered plan with this name. */
export async function findOfferedPlan(server: TestServer, name = 'monthly'): Promise<Plan> {
  const plan = (await server.call(listPlans, {})).find((found) => found.name === name)
  if (plan === undefined) throw new Error(`${name} is not offered`)
  return plan
}

/** Inserts a new plan, copied from the monthly one. */
export async function makePlan(
  db: Kysely<Database>,
  changes: Partial<{
    price: string
    currency: string
    interval: 'month' | 'week' | 'year' | 'two_weeks'
    title: string
  }>,
): Promise<number> {
  const model = db.selectFrom('plans').selectAll().where('name', '=', 'monthly')
  const { id: _, ...plan } = await model.executeTakeFirstOrThrow()
  const made = db.insertInto('plans').values({ ...plan, name: 'another', ...changes })
  return (await made.returning('id').executeTakeFirstOrThrow()).id
}

/** A new user whose session never expires and is always recently confirmed, with calls on subscriptions. */
export async function createLongLivedUser(server: TestServer) {
  const { id, email, session: sessionId } = await insertSignedInUser(server.dependencies)
  const { db, config } = server.dependencies
  await db.deleteFrom('subscriptions').where('user_id', '=', id).execute()
  const never = '2099-01-01T00:00:00.000Z'
  await db.updateTable('sessions').set({ expires_at: never, confirmed_at: never }).where('id', '=', sessionId).execute()
  const tokens = createAccessTokens({ secret: config.tokenSecret, seconds: 3600, now: () => server.dependencies.now() })
  const token = () => tokens.sign({ userId: id, sessionId })
  const buy = async (plan_id: number) => server.reply(checkout, { token: await token(), body: { plan_id } })
  const begin = async (plan_id: number) => server.call(checkout, { token: await token(), body: { plan_id } })
  const success = async (session_id: string) =>
    server.call(checkoutSuccess, { token: await token(), query: { session_id } })
  const subscriptions = async () => (await server.call(subscriptionDetails, { token: await token() })).subscriptions
  return { id, email, password: PASSWORD, token, buy, begin, success, subscriptions }
}

/** A new user who can buy at Stripe. */
export async function createBuyer(server: TestServer, stripe: StripeServer) {
  const user = await createLongLivedUser(server)
  const sessionOf = (url: string) => url.split('/').at(-1) ?? ''
  /** Buys and pays, without a webhook event. */
  const pay = async (plan_id: number) => {
    const begun = await user.begin(plan_id)
    return { ...begun, paid: stripe.pay(sessionOf(begun.checkout_url)) }
  }
  const customer = () =>
    [...stripe.customers.values()].find(({ email }) => email === user.email)?.id ?? 'no customer of that user'
  return { ...user, sessionOf, pay, customer }
}

/** The calls of a user who changes their newest subscription. */
export function callsOnNewest(
  server: TestServer,
  user: Pick<Awaited<ReturnType<typeof createLongLivedUser>>, 'token' | 'subscriptions'>,
) {
  const own = async () => (await user.subscriptions())[0]?.id ?? 0
  const body = async (more: Record<string, unknown> = {}) => ({
    token: await user.token(),
    body: { subscription_id: await own(), ...more },
  })
  return {
    newest: async () => (await user.subscriptions())[0],
    cancel: async () => server.reply(cancelSubscription, await body()),
    resume: async () => server.reply(resumeSubscription, await body()),
    preview: async (plan_id: number) =>
      server.call(previewPlanChange, {
        token: await user.token(),
        body: { subscription_id: await own(), plan_id },
      }),
    change: async (plan_id: number, quote: { quoted_at?: string; due_now?: string } = {}) =>
      server.reply(changePlan, {
        token: await user.token(),
        body: { subscription_id: await own(), plan_id, ...quote },
      }),
    drop: async () => server.reply(dropScheduledChange, await body()),
    invoices: async () =>
      (await server.call(listInvoices, { token: await user.token() })).map(({ amount, status }) => [amount, status]),
    round: () => createBillingJob(server.dependencies).runOnce(),
  }
}
