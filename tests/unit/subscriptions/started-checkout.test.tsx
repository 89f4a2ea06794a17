import { expect, test, vi } from 'vitest'
import { planOfCheckout, rememberCheckout } from '#features/subscriptions/checkout/started-checkout.ts'

test('the plan of the purchase that this tab has started is known, of any other it is not', () => {
  expect(planOfCheckout('one')).toBeUndefined()
  rememberCheckout('one', 3)
  expect(planOfCheckout('one')).toBe(3)
  expect(planOfCheckout('two')).toBeUndefined()
  sessionStorage.setItem('startedCheckout', '{"sessionId":"one","planId":"three"}')
  expect(planOfCheckout('one')).toBeUndefined()
  sessionStorage.setItem('startedCheckout', 'no JSON')
  expect(planOfCheckout('one')).toBeUndefined()
})

test('a purchase can be started where the browser blocks storage', () => {
  const refuse = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  const set = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  const get = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(refuse)
  rememberCheckout('one', 3)
  expect(planOfCheckout('one')).toBeUndefined()
  set.mockRestore()
  get.mockRestore()
})
