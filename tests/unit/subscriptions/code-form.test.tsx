import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { checkout, checkPromotionCode } from '#contract/endpoints/subscriptions.ts'
import { fieldRefusals } from '#contract/field-refusals.ts'
import type { CodeOffer } from '#contract/objects/promotion-code.ts'
import { CodeForm } from '#features/subscriptions/codes/code-form.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { makePlan } from './plan-fixtures.ts'

const { call, navigate } = vi.hoisted(() => ({ call: vi.fn(), navigate: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ navigate }) }))
beforeEach(() => void [call.mockReset(), navigate.mockReset()])

const gift: CodeOffer = {
  code: 'GIFT-1',
  kind: 'gift',
  plan_id: 2,
  currency: 'USD',
  price: '9.99',
  reduced_price: '0.00',
  duration: 'repeating',
  duration_months: 3,
  ends_at: '2027-02-21T12:00:00.000Z',
}
const coupon: CodeOffer = {
  ...gift,
  code: 'SPRING',
  kind: 'discount',
  reduced_price: '7.49',
  duration: 'once',
  ends_at: null,
}
const ended = new ApiError({
  status: 400,
  code: 'invalid',
  message: 'Bad',
  recognised: true,
  fields: { code: [fieldRefusals.code_ended.en] },
})

async function open(respond: (endpoint: unknown) => unknown) {
  call.mockImplementation(async (endpoint) => {
    const answer = respond(endpoint)
    if (answer instanceof Error) throw answer
    return answer
  })
  const page = await render(<CodeForm plan={makePlan()} onClose={vi.fn()} />)
  const input = page.querySelector('input') ?? expect.fail('no field')
  const submit = page.querySelector<HTMLButtonElement>('button[type=submit]') ?? expect.fail('no button')
  const press = async (label: string) => {
    await vi.waitFor(() => expect(submit.textContent).toMatch(new RegExp(`^${label}`)))
    await interact(() => submit.click())
  }
  return { page, input, press, submit }
}
const begun = { checkout_url: `${location.origin}/subscription-success?session_id=1`, session_id: crypto.randomUUID() }

test('a gift says when it ends and that nothing is charged, and starts with the second press', async () => {
  const { page, input, press } = await open((endpoint) => (endpoint === checkPromotionCode ? gift : begun))
  await typeInto(input, ' gift-1 ')
  await press('Check the code')
  await vi.waitFor(() => expect(page.querySelector('[role=status]')?.textContent).toContain('yours until Feb 21, 2027'))
  expect(page.textContent).toContain('nothing is charged')
  expect(call.mock.calls).toEqual([[checkPromotionCode, { body: { plan_id: 2, code: 'GIFT-1' } }]])
  await press('Start the gift')
  await vi.waitFor(() => expect(navigate).toHaveBeenCalledOnce())
  expect(call).toHaveBeenLastCalledWith(checkout, { body: { plan_id: 2, code: 'GIFT-1' } })
})

test('a coupon shows the reduced price before the checkout, and another code is checked again', async () => {
  const { page, input, press } = await open((endpoint) => (endpoint === checkPromotionCode ? coupon : begun))
  await typeInto(input, 'spring')
  await press('Check the code')
  await vi.waitFor(() => expect(page.textContent).toContain('$7.49 $9.99 for the first payment, then $9.99.'))
  await typeInto(input, 'spring2')
  await press('Check the code')
  expect(call.mock.calls.map(([endpoint]) => endpoint)).toEqual([checkPromotionCode, checkPromotionCode])
})

test('a code that has ended says so at its field, also when it ended after it was checked', async () => {
  let hasEnded = true
  const { page, input, press } = await open((endpoint) => (hasEnded || endpoint === checkout ? ended : coupon))
  await typeInto(input, 'spring')
  await press('Check the code')
  await vi.waitFor(() => expect(page.textContent).toContain('has ended'))
  hasEnded = false
  await typeInto(input, 'spring')
  await press('Check the code')
  await press('Go to the checkout')
  await vi.waitFor(() => expect(page.textContent).toContain('has ended'))
  await vi.waitFor(() => expect(page.querySelector('[role=status]')?.textContent).toBe(''))
  expect(navigate).not.toHaveBeenCalled()
})
