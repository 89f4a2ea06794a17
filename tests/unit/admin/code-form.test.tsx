import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '#api/errors.ts'
import { listAllPlans } from '#contract/endpoints/admin.ts'
import { createPromotionCode, endPromotionCode, listPromotionCodes } from '#contract/endpoints/admin-billing.ts'
import { PRODUCT } from '#contract/limits.ts'
import type { AdminPlan } from '#contract/objects/plan.ts'
import type { PromotionCode } from '#contract/objects/promotion-code.ts'
import { queryClient } from '#data/query-client.ts'
import { CodesSection } from '#features/admin/codes/codes-section.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('#session/refresh-user.ts', () => ({ refreshUser: vi.fn(async () => undefined) }))

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)

const plan = (id: number, title: string, price = '9.99') =>
  ({ id, title, name: title, price, is_archived: false, is_enabled: true, product: PRODUCT }) as AdminPlan
const code: PromotionCode = {
  id: 5,
  code: 'SPRING',
  kind: 'discount',
  percent_off: 25,
  amount_off: null,
  currency: null,
  duration: 'once',
  duration_months: null,
  redemptions_max: null,
  redeemed: 0,
  once_per_user: true,
  plan_ids: [2, 3],
  expires_at: null,
  ended_at: null,
  is_active: true,
  created_at: '2026-11-21T12:00:00.000Z',
}

const plans = [plan(1, 'Free Trial', '0.00'), plan(2, 'Monthly'), plan(3, 'Yearly'), plan(4, 'Family')]
beforeEach(() => void [call.mockReset(), queryClient.clear()])

/** Responds to the lists, and to other calls as given. */
function serve(respond: (endpoint: unknown) => unknown, codes = [code]) {
  call.mockImplementation(async (endpoint) => {
    if (endpoint === listAllPlans) return plans
    if (endpoint === listPromotionCodes) return [...codes]
    const answer = respond(endpoint)
    if (answer instanceof Error) throw answer
    return answer
  })
}

const button = (label: string) =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(label)) ??
  expect.fail(`there is no ${label}`)
const field = (label: string) => {
  const found = [...document.querySelectorAll('label')].find(({ textContent }) => textContent?.startsWith(label))
  const input = found?.querySelector('input') ?? document.getElementById(found?.htmlFor ?? '')
  return input instanceof HTMLInputElement ? input : expect.fail(`there is no field ${label}`)
}

async function open(what: 'Create coupon' | 'Create gift code') {
  await render(<CodesSection />)
  await interact(() => button(what).click())
  await vi.waitFor(() => field('Code'))
}
const bodies = () =>
  call.mock.calls.flatMap(([endpoint, input]) => (endpoint === createPromotionCode ? [input.body] : []))

test('a coupon is created for the plans that are checked, or for all', async () => {
  serve(() => code)
  await open('Create coupon')
  await typeInto(field('Code'), 'spring')
  await typeInto(field('Percent off'), '25')
  await vi.waitFor(() => field('Yearly'))
  for (const label of ['Yearly', 'Monthly', 'Family', 'Family']) await interact(() => field(label).click())
  expect(document.body.textContent).not.toContain('Free Trial')
  await interact(() => document.querySelector<HTMLButtonElement>('[role=dialog] button[type=submit]')?.click())
  await vi.waitFor(() => expect(bodies()).toHaveLength(1))
  expect(bodies()[0]).toMatchObject({ code: 'SPRING', kind: 'discount', percent_off: 25, plan_ids: [3, 2] })
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')).toBeNull())
})

test('a coupon without checked plans is for all, and a refusal is shown at its field', async () => {
  const fields = { code: ['There is already a code with this name'] }
  serve(() => new ApiError({ status: 400, code: 'invalid', message: 'Bad', recognised: true, fields }))
  await open('Create coupon')
  await typeInto(field('Code'), 'spring')
  await typeInto(field('Percent off'), '25')
  await interact(() => document.querySelector<HTMLButtonElement>('[role=dialog] button[type=submit]')?.click())
  await vi.waitFor(() => expect(bodies()).toMatchObject([{ plan_ids: [] }]))
  await vi.waitFor(() => expect(document.querySelector('[role=dialog]')?.textContent).toContain('already a code'))
})

test('a code whose creation was stored although the response was lost is listed', async () => {
  const codes = [code]
  serve(() => {
    codes.unshift({ ...code, id: 6, code: 'SUMMER' })
    return new NetworkError('lost')
  }, codes)
  await open('Create coupon')
  await typeInto(field('Code'), 'summer')
  await typeInto(field('Percent off'), '25')
  await interact(() => document.querySelector<HTMLButtonElement>('[role=dialog] button[type=submit]')?.click())
  await vi.waitFor(() => expect(document.querySelector('ul')?.textContent).toContain('SUMMER'))
})

test('a gift code is created for one plan and some months', async () => {
  serve(() => code)
  await open('Create gift code')
  await typeInto(field('Code'), 'gift-1')
  await typeInto(field('Months'), '3')
  const select = document.querySelector<HTMLElement>('[role=dialog] [role=combobox]') ?? expect.fail('no plan')
  await interact(() => {
    select.focus()
    select.click()
  })
  const option = await vi.waitFor(
    () =>
      [...document.querySelectorAll<HTMLElement>('[role=option]')].find(
        ({ textContent }) => textContent === 'Yearly',
      ) ?? expect.fail('no option'),
  )
  await interact(() => option.click())
  await interact(() => document.querySelector<HTMLButtonElement>('[role=dialog] button[type=submit]')?.click())
  await vi.waitFor(() => expect(bodies()).toMatchObject([{ kind: 'gift', duration_months: 3, plan_ids: [3] }]))
})

test('a code is listed with its plans, and ended after a confirmation', async () => {
  const codes = [code]
  serve(() => codes.splice(0, 1, { ...code, is_active: false }), codes)
  const page = await render(<CodesSection />)
  await vi.waitFor(() => expect(page.textContent).toContain('Yearly'))
  expect(page.textContent).toContain('25% off the first payment · Monthly, Yearly · used 0 times')
  await interact(() => button('End code…').click())
  const dialog = await vi.waitFor(() => document.querySelector('[role=alertdialog]') ?? expect.fail('no dialog'))
  expect(call).not.toHaveBeenCalledWith(endPromotionCode, expect.anything())
  const end = [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('End code'))
  await interact(() => end?.click())
  await vi.waitFor(() => expect(call).toHaveBeenCalledWith(endPromotionCode, { params: { id: 5 } }))
  await vi.waitFor(() => expect(page.textContent).toContain('Ended'))
})
