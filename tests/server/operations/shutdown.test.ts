import { once } from 'node:events'
import { afterAll, expect, test, vi } from 'vitest'
import type { Assistant } from '#server/providers/assistant/assistant.ts'
import { createTestStorage } from '#support/database/test-database.ts'
import { startTestServer } from '#support/servers/test-server.ts'
import { startStripeServer } from '#support/stripe/stripe-server.ts'
import { createChatUser } from '#support/users/chat-user.ts'

const stripe = await startStripeServer()
afterAll(() => stripe.close())

/** Its answers end only when they are aborted, with the text so far. */
const endless: Assistant = {
  name: 'Endless',
  kind: 'practice',
  async *answer(_, { signal }) {
    yield { kind: 'delta', text: 'Well,' }
    await once(signal, 'abort')
  },
}

test('a server that stops lets go of its port and its answers before a job that waits for another service ends', async () => {
  const storage = await createTestStorage('sqlite', { migrated: true })
  const held = Promise.withResolvers<void>()
  // The server asks Stripe for its account when it starts.
  stripe.intercept = ({ path }) => (path === '/v1/account' ? { until: held.promise } : undefined)
  const options = { env: stripe.env, assistant: endless, generations: { graceMs: 1 } }
  const server = await startTestServer(storage, options)
  const user = await createChatUser(server)
  await user.ask('How long is a river?')
  const states = async () => {
    const rows = await server.dependencies.db.selectFrom('generations').select('status').execute()
    return rows.map(({ status }) => status)
  }
  await vi.waitFor(async () => expect(await states()).toEqual(['running']))
  expect(stripe.requests.map(({ path }) => path)).toEqual(['/v1/account'])

  const closed = server.close()
  await vi.waitFor(async () => expect(await states()).not.toContain('running'))
  await expect(fetch(`${server.address}/readyz`)).rejects.toThrow()
  held.resolve()
  await closed
  await storage.remove()
})
