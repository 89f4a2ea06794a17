import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { updateUser } from '#contract/endpoints/admin.ts'
import { createBillingJob } from '#server/modules/subscriptions/sync/billing-job.ts'
import { describeServerOnEachEngine, type TestServer } from '#support/servers/test-server.ts'
import { createBuyer, createLongLivedUser, findOfferedPlan, sendEvent } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'

const stripe = await startStripeServer()
afterAll(() => stripe.close())
const LATER_MS = 10 * 60_000 + 1000

async function newAdmin(server: TestServer) {
  const user = await createLongLivedUser(server)
  await server.dependencies.db.updateTable('users').set({ is_admin: 1 }).where('id', '=', user.id).execute()
  return user
}

describeServerOnEachEngine(
  'an email address that an admin has changed',
  (server) => {
    let admin: Awaited<ReturnType<typeof newAdmin>>
    beforeAll(async () => {
      stripe.now = server().dependencies.now
      admin = await newAdmin(server())
    })
    beforeEach(() => {
      stripe.intercept = undefined
      stripe.requests.length = 0
    })
    const round = () => createBillingJob(server().dependencies).runOnce()
    const told = (customer: string) => stripe.requests.filter(({ path }) => path === `/v1/customers/${customer}`)
    const move = async (id: number, email = `${randomUUID()}@example.org`) => {
      const reply = await server().reply(updateUser, { token: await admin.token(), params: { id }, body: { email } })
      expect(reply).toMatchObject({ status: 200, body: { email } })
      return email
    }
    /** Read from the table, because the change of the address has signed the user out. */
    const bought = (id: number) =>
      server().dependencies.db.selectFrom('subscriptions').selectAll().where('user_id', '=', id).execute()
    /** A user who has bought a plan and whose next poll is not due soon. */
    async function customer() {
      const user = await createBuyer(server(), stripe)
      const { session_id, paid } = await user.pay((await findOfferedPlan(server())).id)
      expect((await user.success(session_id)).status).toBe('complete')
      return { ...user, paid, name: user.customer() }
    }

    it('receives Stripe’s bills from the next period on, and paid invoices stay as they were', async () => {
      const user = await customer()
      const before = await bought(user.id)
      await round()
      expect(told(user.name)).toEqual([])
      const email = await move(user.id)
      await round()
      expect(stripe.customers.get(user.name)).toMatchObject({ email, name: expect.stringContaining(' ') })
      expect(told(user.name)).toHaveLength(1)
      await round()
      expect(told(user.name)).toHaveLength(1)
      expect(await bought(user.id)).toEqual(before)
    })

    it('reaches Stripe also for a user whose subscription has ended', async () => {
      const user = await customer()
      stripe.change(user.paid.id, { status: 'canceled' })
      server().advance(25 * 3_600_000)
      await round()
      const email = await move(user.id)
      await round()
      expect(stripe.customers.get(user.name)?.email).toBe(email)
    })

    it('reaches Stripe also when an unrelated webhook event arrives first', async () => {
      const user = await customer()
      const email = await move(user.id)
      stripe.events.length = 0
      stripe.change(user.paid.id, { cancel_at_period_end: true })
      for (const event of stripe.events) expect((await sendEvent(server(), event)).status).toBe(200)
      expect(await bought(user.id)).toMatchObject([{ cancel_at_period_end: 1 }])
      expect(stripe.customers.get(user.name)?.email).toBe(user.email)
      await round()
      expect(stripe.customers.get(user.name)?.email).toBe(email)
      await round()
      expect(told(user.name)).toHaveLength(1)
    })

    it('is saved while Stripe is unreachable, and sent when it is back', async () => {
      const user = await customer()
      stripe.intercept = ({ method }) => (method === 'POST' ? { status: 500 } : undefined)
      const email = await move(user.id)
      await round()
      expect(told(user.name).length).toBeGreaterThan(0)
      expect(stripe.customers.get(user.name)?.email).toBe(user.email)
      stripe.intercept = undefined
      server().advance(LATER_MS)
      await round()
      expect(stripe.customers.get(user.name)?.email).toBe(email)
    })

    it('delays no other when Stripe rejects it, is not retried for ever, and is dropped for a deleted customer', async () => {
      const [odd, gone, last] = [await customer(), await customer(), await customer()]
      stripe.change(odd.paid.id, { status: 'canceled' })
      await move(odd.id)
      await move(gone.id)
      const email = await move(last.id)
      stripe.customers.delete(gone.name)
      stripe.intercept = ({ path }) =>
        path === `/v1/customers/${odd.name}` ? { status: 400, code: 'email_invalid' } : undefined
      const from = server().logs.length
      await round()
      expect(stripe.customers.get(last.name)?.email).toBe(email)
      expect([odd, gone].map(({ name }) => told(name).length)).toEqual([1, 1])
      const warned = server()
        .logs.slice(from)
        .filter((line) => line.includes('does not take the address'))
      expect(warned.map((line) => JSON.parse(line).user)).toEqual([odd.id])
      expect(warned.join()).not.toContain('@')
      server().advance(25 * 3_600_000)
      await round()
      expect(told(odd.name)).toHaveLength(1)
    })
  },
  { env: stripe.env },
)

describeServerOnEachEngine('an email address that is changed for a sandbox customer', (server) => {
  it('is saved, and the subscription continues', async () => {
    const admin = await newAdmin(server())
    const user = await createLongLivedUser(server())
    const { session_id } = await user.begin((await findOfferedPlan(server())).id)
    expect(await server().dependencies.sandbox?.settle(session_id, 'pay')).toBe(true)
    const body = { email: `${randomUUID()}@example.org` }
    const params = { id: user.id }
    expect((await server().reply(updateUser, { token: await admin.token(), params, body })).status).toBe(200)
    await createBillingJob(server().dependencies).runOnce()
    const bought = server().dependencies.db.selectFrom('subscriptions').select('status')
    expect(await bought.where('user_id', '=', user.id).execute()).toEqual([{ status: 'active' }])
    const complaints = server().logs.filter((line) => /"level":[456]0/.test(line) && line.includes('customer'))
    expect(complaints).toEqual([])
  })
})
