import 'fake-indexeddb/auto'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '#api/errors.ts'
import { createPlan, listAllPlans, updatePlan } from '#contract/endpoints/admin.ts'
import type { AdminPlan } from '#contract/objects/plan.ts'
import { queryClient } from '#data/query-client.ts'
import { PlanForm } from '#features/admin/plans/form/plan-form.tsx'
import { allPlansQuery } from '#features/admin/plans/list-all-plans.ts'
import { interact, render } from '#support/browser/render.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
beforeEach(() => {
  call.mockReset()
  queryClient.clear()
})

const values = {
  name: 'monthly',
  title: 'Monthly',
  description: 'A month of everything',
  price: '9.00',
  currency: 'USD',
  interval: 'month',
  features: ['Chat'],
  is_enabled: true,
} as const
const fields = { ...values, tokens_limit: '10', searches_limit: '0' }

/** The form with what was typed into it; returns a function that presses a button. */
async function open({ plan = null, title = 'Monthly' }: { plan?: AdminPlan | null; title?: string } = {}) {
  const onClose = vi.fn()
  const stored = { userId: 7, draftKey: 'plan', fields: { ...fields, title, features: [...values.features] } }
  const page = await render(<PlanForm plan={plan} stored={stored} onClose={onClose} />)
  const press = (label: string) =>
    interact(() =>
      [...page.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(label))?.click(),
    )
  return { page, press, onClose }
}
const requestIds = () =>
  call.mock.calls.filter(([endpoint]) => endpoint === createPlan).map(([, { body }]) => body.request_id)
const isListStale = () => queryClient.getQueryState(allPlansQuery.queryKey)?.isInvalidated

test('creates one plan, and reads the list again, when the response is lost and “Create” is pressed again', async () => {
  queryClient.setQueryData(allPlansQuery.queryKey, [])
  call.mockRejectedValueOnce(new NetworkError('lost')).mockResolvedValue({})
  const first = await open()
  await first.press('Create')
  await vi.waitFor(() => expect(isListStale()).toBe(true))
  expect(first.onClose).not.toHaveBeenCalled()
  // Also after the dialog was closed: its draft is still there.
  const second = await open()
  await second.press('Create')
  await vi.waitFor(() => expect(second.onClose).toHaveBeenCalled())
  const [lost, repeated] = requestIds()
  expect(lost).toMatch(/^[0-9a-f-]{36}$/)
  expect(repeated).toBe(lost)

  const third = await open()
  await third.press('Create')
  await vi.waitFor(() => expect(third.onClose).toHaveBeenCalled())
  expect(requestIds()[2]).not.toBe(lost)
})

test('creates another plan when the one of a lost response was archived since', async () => {
  call
    .mockRejectedValueOnce(new NetworkError('lost'))
    .mockResolvedValueOnce({ is_archived: true })
    .mockResolvedValue({})
  const first = await open()
  await first.press('Create')
  await vi.waitFor(() => expect(requestIds()).toHaveLength(1))
  const second = await open()
  await second.press('Create')
  await vi.waitFor(() => expect(second.onClose).toHaveBeenCalled())
  const [lost, repeated, another] = requestIds()
  expect(repeated).toBe(lost)
  expect(another).not.toBe(lost)
})

test('creates another plan when what was typed has changed after a lost response', async () => {
  call.mockRejectedValueOnce(new NetworkError('lost')).mockResolvedValue({})
  const first = await open()
  await first.press('Create')
  await vi.waitFor(() => expect(requestIds()).toHaveLength(1))
  const second = await open({ title: 'Each month' })
  await second.press('Create')
  await vi.waitFor(() => expect(second.onClose).toHaveBeenCalled())
  expect(new Set(requestIds()).size).toBe(2)
})

test('says that a plan is updated when the response was lost and “Update” is pressed again', async () => {
  const more = { product: 'companion_app', is_archived: false, tax: null, tokens_limit: 10, searches_limit: 0 } as const
  const seen: AdminPlan = { id: 3, ...values, features: [...values.features], ...more, title: 'Before', version: 1 }
  const stored = { plan: seen }
  call.mockImplementation(async (endpoint, { body }) => {
    if (endpoint === listAllPlans) return [stored.plan]
    if (endpoint !== updatePlan) throw new Error('an unexpected call')
    if (body.version !== stored.plan.version)
      throw new ApiError({ status: 409, code: 'conflict', message: 'Changed', recognised: true })
    stored.plan = { ...stored.plan, ...body, version: 2 }
    throw new NetworkError('lost')
  })
  const { page, press, onClose } = await open({ plan: seen })
  await press('Update')
  await vi.waitFor(() => expect(stored.plan).toMatchObject({ title: 'Monthly', version: 2 }))
  await vi.waitFor(() => expect(page.querySelector('[aria-disabled="true"], [disabled]')).toBeNull())
  await press('Update')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(page.textContent).not.toContain('Another admin changed this plan')
})
