import fc from 'fast-check'

/** Thirteen months pass in rounds of these days: a checkout page stays open for one. */
export const ROUND_DAYS = [0.01, 0.4, 33]
export const STEPS = 12 * ROUND_DAYS.length

const plans = ['monthly', 'expensive', 'yearly'] as const
export type PlanName = (typeof plans)[number]
/** Codes for everybody: a percentage always, an amount for some months, the first payment of few purchases. */
export const codes = {
  ALWAYS: { percent_off: 20, duration: 'forever' },
  MONTHS: { amount_off: '3.00', currency: 'USD', duration: 'repeating', duration_months: 3 },
  FEW: { percent_off: 50, redemptions_max: 3 },
} as const
export const codeNames = Object.keys(codes) as (keyof typeof codes)[]
export type CodeName = (typeof codeNames)[number]

export type Deed =
  | { name: 'buy'; plan: PlanName; pays: 'now' | 'never'; code: CodeName | null }
  | { name: 'change'; plan: PlanName }
  | { name: 'cancel' | 'resume' | 'drop' | 'pay what is open' | 'pay on a page left open' | 'look' | 'end at Stripe' }

const plan = fc.constantFrom(...plans)
const deed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      name: fc.constant('buy' as const),
      plan,
      pays: fc.constantFrom('now', 'now', 'never'),
      code: fc.constantFrom(null, ...codeNames),
    }),
  },
  { weight: 4, arbitrary: fc.record({ name: fc.constant('change' as const), plan }) },
  {
    weight: 9,
    arbitrary: fc.record({
      name: fc.constantFrom(
        'cancel',
        'resume',
        'drop',
        'pay what is open',
        'pay on a page left open',
        'look',
        'end at Stripe',
      ),
    }),
  },
) as fc.Arbitrary<Deed>

/**
 * What goes wrong with the nth request to Stripe and its repetitions; at `killed` the process ends after the request.
 */
const fault = fc.record({
  at: fc.integer({ min: 1, max: 3 }),
  kind: fc.constantFrom('none', 'none', 'none', 'none', 'none', 'cut', 'lost', 'lost', 'refused', 'killed'),
})
const step = fc.record({
  deed,
  fault,
  renewalIsPaid: fc.integer({ min: 0, max: 3 }).map((n) => n > 0),
  /** How often each new event arrives; events that arrive are shuffled. */
  deliveries: fc.constantFrom(0, 1, 1, 2),
})
/** What one user does in thirteen months, and what goes wrong meanwhile. */
export const order = fc.array(step, { minLength: STEPS, maxLength: STEPS })
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** What makes a step a purchase during which the process ends. */
export const killedPurchase = {
  deed: { name: 'buy', plan: 'monthly', pays: 'now', code: null },
  fault: { at: 1, kind: 'killed' },
} as const satisfies Partial<Step>
