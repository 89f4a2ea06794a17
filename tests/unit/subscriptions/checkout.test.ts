import { expect, test } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { fieldMessages } from '#contract/field-messages.ts'
import { describeCheckoutFailure, readCheckoutTarget } from '#features/subscriptions/checkout/checkout.ts'
import { delayAfter } from '#features/subscriptions/checkout-result/poll-delay.ts'

const origin = 'https://companion.example'

test.each([
  ['/subscription-success?session_id=1', { inside: '/subscription-success?session_id=1' }],
  [`${origin}/sandbox-checkout?session_id=2`, { inside: '/sandbox-checkout?session_id=2' }],
  ['https://checkout.stripe.com/c/pay/cs_1#f', { outside: 'https://checkout.stripe.com/c/pay/cs_1#f' }],
  ['https://companion.example.evil.test/x', { outside: 'https://companion.example.evil.test/x' }],
])('a purchase goes on at %s', (address, place) => {
  expect(readCheckoutTarget(address, origin)).toEqual(place)
})

test.each(['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'https://'])(
  'a purchase never continues at %s',
  (address) => {
    expect(() => readCheckoutTarget(address, origin)).toThrow()
  },
)

test('the status of a purchase is polled less and less often, but at least twice a minute', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 60].map(delayAfter)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
})

test('the error of a rejected plan names only the wrong field', () => {
  const detail = { status: 400, code: 'unknown', message: '', recognised: true }
  const body = { plan_id: ['invalid'] }
  const refused = new ApiError({ ...detail, body, fields: body })
  expect(describeCheckoutFailure(refused, 'es')).toBe(fieldMessages.invalid.es)
  const coded = { code: 'trial_used', message: 'This account or address has already had its free trial' }
  const other = new ApiError({ ...detail, ...coded, status: 409, body: coded })
  expect(describeCheckoutFailure(other, 'en')).toBe(coded.message)
})
