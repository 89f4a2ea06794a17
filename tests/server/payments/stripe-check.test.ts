import { afterAll, describe, expect, it } from 'vitest'
import { STRIPE_KEY, startStripeServer } from '#support/stripe/stripe-server.ts'
import { checkStripe } from '../../../scripts/stripe-check.ts'

const stripe = await startStripeServer()
afterAll(() => stripe.close())

async function check(env: Record<string, string>) {
  const said: string[] = []
  const code = await checkStripe({ STRIPE_API_BASE: stripe.url, ...env }, (text) => said.push(text))
  return { code, said }
}

describe('the check against Stripe', () => {
  it('says plainly that no key is set, and passes', async () => {
    const { code, said } = await check({})
    expect([code, said]).toEqual([0, ['STRIPE_SECRET_KEY is not set, so nothing was checked against Stripe.']])
  })

  it.each(['sk_live_1', 'rk_live_1', 'anything'])('refuses %s without a request', async (key) => {
    const { code, said } = await check({ STRIPE_SECRET_KEY: key })
    expect([code, said.length, stripe.requests]).toEqual([1, 1, []])
  })

  it('runs every step against the Stripe of the tests, and names the one that fails', async () => {
    const { code, said } = await check({ STRIPE_SECRET_KEY: STRIPE_KEY })
    expect([code, said.filter((text) => !text.startsWith('ok'))]).toEqual([0, []])
    expect(said).toHaveLength(11)
    stripe.intercept = ({ path }) => (path === '/v1/prices' ? { status: 400, code: 'odd' } : undefined)
    const failed = await check({ STRIPE_SECRET_KEY: STRIPE_KEY })
    expect([failed.code, failed.said.at(-1)]).toEqual([1, expect.stringMatching(/^FAIL a price is created once/)])
  })
})
