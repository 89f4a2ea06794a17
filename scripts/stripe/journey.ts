import { deepEqual, equal, ok, rejects } from 'node:assert/strict'
import type { CouponTerms, Payments } from '#server/providers/payments/payments.ts'

export interface JourneyStep {
  name: string
  /** Is also run after a step that failed. */
  isCleanup?: true
  run: () => Promise<void>
}

/**
 * What the driver does at Stripe before anybody pays, in order; the cleanup step removes the customer. The tests run
 * the same steps against a fake Stripe. `id` keeps the objects of one run apart from those of others.
 */
export function stripeJourney(payments: Payments, id: string): JourneyStep[] {
  const made = { customer: '', price: '', coupon: '', session: '' }
  const payer = { userId: 1, email: `${id}@example.com`, name: 'Stripe check' }
  const coupon: CouponTerms = {
    code: id.toUpperCase(),
    percentOff: 25,
    amountOff: null,
    currency: null,
    duration: 'repeating',
    months: 3,
    redemptionsMax: 1,
    expiresAt: null,
  }
  const order = () => ({
    reference: `${id}-order`,
    customer: made.customer,
    price: made.price,
    metadata: { checkout: id },
    startsAt: null,
    coupon: made.coupon,
    successUrl: 'https://example.com/success',
    leaveUrl: 'https://example.com/plans',
  })
  return [
    { name: 'the account is a test account', run: async () => ok((await payments.readAccount()).endsWith('(test)')) },
    {
      name: 'a customer is created once',
      run: async () => {
        made.customer = await payments.createCustomer(payer)
        equal(await payments.createCustomer(payer), made.customer)
      },
    },
    {
      name: 'a price is created once',
      run: async () => {
        const terms = { key: id, title: 'Check', price: '9.99', currency: 'USD', interval: 'month' } as const
        made.price = await payments.createPrice({ ...terms, taxBehavior: 'exclusive' })
        equal(await payments.createPrice({ ...terms, taxBehavior: 'exclusive' }), made.price)
      },
    },
    {
      name: 'a promotion code is created once',
      run: async () => {
        made.coupon = await payments.createCoupon(coupon)
        equal(await payments.createCoupon(coupon), made.coupon)
      },
    },
    {
      name: 'a checkout with the code is opened once, and found',
      run: async () => {
        const session = await payments.openSession(order())
        made.session = session.id
        equal((await payments.openSession(order())).id, session.id)
        deepEqual(await payments.findSession(session.id), session)
        equal(session.status, 'open')
      },
    },
    {
      name: 'a checkout that is ended cannot be paid',
      run: async () => equal((await payments.endSession(made.session))?.status, 'expired'),
    },
    {
      name: 'a code that is ended cannot be used',
      run: async () => {
        await payments.endCoupon(made.coupon)
        await rejects(payments.openSession({ ...order(), reference: `${id}-late` }), { name: 'PaymentsRefused' })
      },
    },
    {
      name: 'a customer who bought nothing has nothing',
      run: async () => deepEqual(await payments.readCustomer(made.customer), { subscriptions: [], invoices: [] }),
    },
    {
      name: 'the portal is opened',
      run: async () => {
        const url = await payments.openPortal(made.customer, { returnUrl: 'https://example.com', language: 'en' })
        ok(url.startsWith('https://'))
      },
    },
    {
      name: 'the customer is removed',
      isCleanup: true,
      run: async () => {
        if (made.customer !== '') await payments.removeCustomer(made.customer)
      },
    },
    {
      name: 'an unknown customer is told apart',
      run: async () => equal(await payments.readCustomer('cus_none_of_this_account'), undefined),
    },
  ]
}
