import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deleteAccount } from '#contract/endpoints/accounts.ts'
import { readTimeline } from '#contract/endpoints/admin-billing.ts'
import { answerSandboxCheckout } from '#contract/endpoints/subscriptions.ts'
import { DAY_MS } from '#server/lib/time.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { startMailServer } from '#support/fakes/mail-server.ts'
import { describeServerOnEachEngine, startTestServer } from '#support/servers/test-server.ts'
import { createMailbox, mailSettings, runBillingJob as runJob, withCalls } from '#support/stripe/mailed-user.ts'
import { createBuyer, createLongLivedUser, findOfferedPlan, makePlan } from '#support/stripe/payments.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'
import { insertSignedInUser } from '#support/users/inserted-user.ts'

const stripe = await startStripeServer()
const post = await startMailServer()
const { mailsTo, subjectsTo, newestTo } = createMailbox(post)
afterAll(async () => {
  await stripe.close()
  await post.close()
})

describeServerOnEachEngine(
  'a mail about money',
  (server) => {
    let plan: number
    beforeAll(async () => {
      stripe.now = server().dependencies.now
      plan = await makePlan(server().dependencies.db, { price: '10.00', title: 'Small' })
    })
    const buyer = async () => withCalls(server(), await createBuyer(server(), stripe))
    const bought = async () => {
      const user = await buyer()
      const { session_id } = await user.pay(plan)
      await user.success(session_id)
      await runJob(server())
      const later = async (days: number) => {
        server().advance(days * DAY_MS)
        await runJob(server())
      }
      return { ...user, later }
    }

    it('is tried again when the mail server was busy, and given up when it refuses for good', async () => {
      post.refuse(451, 1)
      const user = await bought()
      expect(mailsTo(user.email)).toEqual([])
      await user.later(0.001)
      expect(mailsTo(user.email)).toHaveLength(1)
      post.refuse(550, 1)
      await user.cancel()
      await runJob(server())
      await user.later(1)
      expect(mailsTo(user.email)).toHaveLength(1)
      expect((await user.rows()).map(({ status, attempts }) => [status, attempts])).toEqual([
        ['sent', 2],
        ['failed', 1],
      ])
    })

    it('is not sent again by a process that ended while sending', async () => {
      const user = await bought()
      const { db } = server().dependencies
      const mine = db.updateTable('billing_mails').where('user_id', '=', user.id)
      await mine.set({ status: 'sending', due_at: '2000-01-01T00:00:00.000Z' }).execute()
      await user.later(1)
      expect(mailsTo(user.email)).toHaveLength(1)
      expect(await user.rows()).toMatchObject([{ status: 'failed', due_at: null }])
    })

    it('is sent once by several jobs that run at the same time', async () => {
      const user = await buyer()
      const { session_id } = await user.pay(plan)
      await user.success(session_id)
      await Promise.all(Array.from({ length: 5 }, () => runJob(server())))
      expect(mailsTo(user.email)).toHaveLength(1)
    })

    it('goes to nobody who has deleted the account', async () => {
      post.refuse(451, 1)
      const user = await bought()
      expect(await user.rows()).toMatchObject([{ kind: 'purchase', status: 'waiting' }])
      await server().call(deleteAccount, { token: await user.token(), body: { password: user.password } })
      await user.later(1)
      expect(mailsTo(user.email)).toEqual([])
      expect(await user.rows()).toEqual([])
    })

    it('stands in the timeline of the user once it was sent', async () => {
      const user = await bought()
      const { token } = await insertSignedInUser(server().dependencies, { isAdmin: true })
      const { results } = await server().call(readTimeline, { token, params: { id: user.id }, query: {} })
      expect(results.map(({ kind }) => kind).sort()).toEqual(['charge', 'mail'])
      expect(results.find(({ kind }) => kind === 'mail')).toMatchObject({ mail: 'purchase' })
    })
  },
  { env: { ...stripe.env, ...mailSettings(post) } },
)

describeServerOnEachEngine(
  'mails about money, with the sandbox,',
  (server) => {
    it('say in thirteen months of failures and changes what happened, and that no money moves', async () => {
      const { db, sandbox } = server().dependencies
      const monthly = await makePlan(db, { price: '10.00', title: 'Small' })
      const expensive = await makePlan(db, { price: '20.00', title: 'Large' })
      const user = await withCalls(server(), await createLongLivedUser(server()))
      const { session_id: session } = await user.begin(monthly)
      const token = await user.token()
      await server().call(answerSandboxCheckout, { token, params: { session }, body: { outcome: 'pay' } })
      await runJob(server())
      expect(newestTo(user.email).text).toContain('no money moves')
      await user.change(expensive)
      await runJob(server())
      const renew = async () => {
        server().advance(Date.parse((await user.newest()).current_period_end) - server().dependencies.now() + 1000)
        await runJob(server())
      }
      for (let month = 1; month <= 13; month += 1) await renew()
      const row = db.selectFrom('sandbox_subscriptions').select('id').where('user_id', '=', user.id)
      await sandbox?.setCard((await row.executeTakeFirstOrThrow()).id, false)
      await renew()
      for (let day = 0; day < 20; day += 1) {
        server().advance(DAY_MS)
        await runJob(server())
      }
      expect(subjectsTo(user.email)).toEqual([
        'Your plan: Small',
        'Your plan is now Large',
        ...Array.from({ length: 13 }, () => 'Your payment of $20.00'),
        'Your payment of $20.00 failed',
        'Your plan has ended',
      ])
      expect(newestTo(user.email).text).toContain('because the payment below was not made')
    })
  },
  { env: mailSettings(post) },
)

describe('mails about money without a mail server', () => {
  it('are neither written into files nor queued', async () => {
    const storage = await createTestStorage('sqlite', { migrated: true })
    const server = await startTestServer(storage)
    const user = await withCalls(server, await createLongLivedUser(server))
    const plan = await findOfferedPlan(server)
    const { session_id: session } = await user.begin(plan.id)
    const token = await user.token()
    await server.call(answerSandboxCheckout, { token, params: { session }, body: { outcome: 'pay' } })
    await user.cancel()
    await runJob(server)
    expect(await user.rows()).toEqual([])
    await server.close()
    await storage.remove()
  })
})
