import { randomUUID } from 'node:crypto'
import { afterAll, expect, it, vi } from 'vitest'
import * as accounts from '#contract/endpoints/accounts.ts'
import { requestEmailChange } from '#contract/endpoints/email-change.ts'
import { HOUR_MS } from '#server/lib/time.ts'
import { describeServerOnEachEngine, type TestServer } from '#support/servers/test-server.ts'

/** Background work of the server would be counted with the call during which it runs. */
const quiet = { sweepMs: HOUR_MS, pruneMs: HOUR_MS }

/** Counts the expensive operations, because the time on a busy machine says little. Uses the real hashing library. */
const hashed = vi.hoisted(() => {
  // Earlier files have loaded the modules with another library.
  vi.resetModules()
  return { calls: [] as string[] }
})
afterAll(() => vi.resetModules())
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    hash: (...given: Parameters<typeof real.hash>) => {
      hashed.calls.push('hash')
      return real.hash(...given)
    },
    verify: (...given: Parameters<typeof real.verify>) => {
      // The costs stand in the hash: `$argon2id$v=19$m=19456,t=2,p=1$…`.
      hashed.calls.push(`verify ${String(given[0]).split('$')[3]}`)
      return real.verify(...given)
    },
  }
})

/** The server notices the account of its payment processor beside the first calls: the row of it is written once. */
const started = ({ dependencies: { db } }: TestServer) =>
  vi.waitFor(async () => {
    expect(await db.selectFrom('payment_accounts').select('source').execute()).not.toEqual([])
  })

/** Counts the statements and password hashes of a call and of the mail that follows it. */
async function workOf(server: TestServer, call: () => Promise<unknown>): Promise<string[]> {
  const executor = server.dependencies.db.getExecutor()
  const spy = vi.spyOn(executor, 'executeQuery')
  hashed.calls.length = 0
  await call()
  // The mail is made beside the response, so its statements would be counted by chance.
  await server.dependencies.mails.settled()
  const statements = spy.mock.calls.map(([compiled]) => compiled.sql)
  spy.mockRestore()
  return [...statements, ...hashed.calls]
}

describeServerOnEachEngine(
  'for a registered and an unregistered address',
  (server) => {
    const addresses = async () => [(await server().registerUser()).email, `${randomUUID()}@example.org`] as const
    const worksOf = async (call: (email: string) => Promise<unknown>) => {
      const [known, unknown] = await addresses()
      await started(server())
      await server().dependencies.mails.settled()
      return [await workOf(server(), () => call(known)), await workOf(server(), () => call(unknown))] as const
    }

    it('a wrong password costs the same statements and the same hashing', async () => {
      const body = { password: 'not this one' }
      const [known, unknown] = await worksOf((email) =>
        // From another address: only the users' own addresses are known, so both are strangers here.
        server().reply(accounts.login, { body: { ...body, email }, headers: { 'X-Forwarded-For': '192.0.2.9' } }),
      )
      expect(known.filter((work) => work === 'verify m=19456,t=2,p=1')).toHaveLength(1)
      expect(known.filter((work) => work.includes('select'))).not.toEqual([])
      expect(unknown).toEqual(known)
    })

    it('the check whether it exists costs the same statements', async () => {
      const [known, unknown] = await worksOf((email) => server().reply(accounts.checkEmail, { body: { email } }))
      expect(known).toHaveLength(4)
      expect(unknown).toEqual(known)
    })

    it('a request to move one’s account to it costs the same statements', async () => {
      const { access: token } = await server().registerUser()
      const [known, unknown] = await worksOf((email) => server().reply(requestEmailChange, { token, body: { email } }))
      expect(known.length).toBeGreaterThan(3)
      expect(unknown).toEqual(known)
    })

    it('a reset mail is made after the response, which does not wait for it', async () => {
      const { dependencies } = server()
      const post = vi.spyOn(dependencies.mails, 'post')
      const made: (() => unknown)[] = []
      post.mockImplementation((_kind, make) => void made.push(make))
      const [known, unknown] = await worksOf((email) => server().reply(accounts.forgotPassword, { body: { email } }))
      post.mockRestore()
      expect(unknown).toEqual(known)
      expect(known.every((statement) => statement.includes('rate_limits'))).toBe(true)
      // One mail for the registration, and one for each request.
      expect(made).toHaveLength(3)
    })
  },
  { env: { RATE_LIMITS: 'on', TRUST_PROXY: '1' }, generations: quiet },
)
