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
    expect(said).toHaveLength(22)
    stripe.intercept = ({ path }) => (path === '/v1/prices' ? { status: 400, code: 'odd' } : undefined)
    const failed = await check({ STRIPE_SECRET_KEY: STRIPE_KEY })
    const refusals = failed.said.filter((text) => !text.startsWith('ok'))
    expect([failed.code, refusals]).toEqual([1, [expect.stringMatching(/^FAIL a price is created once/)]])
    // What was made before is removed all the same.
    expect(failed.said).toContain('ok   the customer is removed')
    stripe.intercept = ({ path }) => (path.endsWith('/pay') ? { status: 400, code: 'odd' } : undefined)
    const unpaid = await check({ STRIPE_SECRET_KEY: STRIPE_KEY })
    expect(unpaid.said.filter((text) => !text.startsWith('ok'))).toEqual([
      expect.stringMatching(/^FAIL a payment with another card recovers it/),
    ])
    expect([unpaid.said.at(-1), stripe.clocks.size]).toEqual(['ok   the clock is removed with its customer', 0])
  })
})
