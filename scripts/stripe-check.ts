import { randomUUID } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { createStripe } from '#server/providers/payments/stripe.ts'
import { createStripeClient } from '#server/providers/payments/stripe-client.ts'
import { type JourneyStep, stripeJourney } from './stripe/journey.ts'
import { paidJourney } from './stripe/paid-journey.ts'

/** Runs the driver's calls against the Stripe account of a test key. Returns the exit code. */
export async function checkStripe(
  env: Readonly<Record<string, string | undefined>>,
  say: (text: string) => void,
): Promise<number> {
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_API_BASE: apiBase } = env
  if (secretKey === '') {
    say('STRIPE_SECRET_KEY is not set, so nothing was checked against Stripe.')
    return 0
  }
  if (!secretKey.startsWith('sk_test_')) {
    say('STRIPE_SECRET_KEY is not a test key (sk_test_…). Nothing was done with it.')
    return 1
  }
  const installation = `check-${randomUUID().slice(0, 8)}`
  const connection = { secretKey, webhookSecret: null, apiBase: apiBase ?? null, installation, tax: false }
  const options = { ...connection, now: Date.now }
  const payments = createStripe(options)
  const { load } = createStripeClient(options)
  const paid = () => paidJourney(payments, load, `${installation}-paid`)
  return (await follow(stripeJourney(payments, installation), say)) && (await follow(paid(), say)) ? 0 : 1
}

/** Runs steps up to the first one that fails, and then those that remove what was made. Returns whether all passed. */
async function follow(steps: readonly JourneyStep[], say: (text: string) => void): Promise<boolean> {
  let hasFailed = false
  for (const { name, run, isCleanup } of steps) {
    if (hasFailed && !isCleanup) continue
    try {
      await run()
      say(`ok   ${name}`)
    } catch (error) {
      say(`FAIL ${name}: ${error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error)}`)
      hasFailed = true
    }
  }
  return !hasFailed
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  process.exitCode = await checkStripe(process.env, (text) => process.stdout.write(`${text}\n`))
}
