import { useState } from 'react'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { changePlan, previewPlanChange } from '#contract/endpoints/billing.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { ChangePlanDialog } from '#features/subscriptions/change-plan/change-plan-dialog.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { makePlan, makeSubscription } from './plan-fixtures.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)
beforeEach(() => call.mockReset())

const yearly = makePlan({ id: 3, title: 'Yearly', price: '99.00', interval: 'year' })
const quote = {
  due_now: '91.40',
  tax_now: '0.00',
  currency: 'USD',
  starts_at: '2026-11-30T12:00:00.000Z',
  lines: [],
  quoted_at: '2026-11-30T12:00:00.000Z',
}
const refuse = (message: string) => Object.assign(new Error(message), { code: 'conflict' })

function OpenDialog({ subscription }: { subscription: Subscription }) {
  const [open, setOpen] = useState(true)
  const button = { current: null }
  return (
    <ChangePlanDialog subscription={subscription} plan={yearly} open={open} onOpenChange={setOpen} button={button} />
  )
}

/** Opens the dialog; the first response of a call is used once, the last one for all further calls. */
async function open(previews: unknown[], changes: unknown[] = []) {
  const respond = async (from: unknown[]) => {
    const next = from.length > 1 ? from.shift() : from[0]
    if (next instanceof Error) throw next
    return next
  }
  call.mockImplementation((endpoint) =>
    endpoint === previewPlanChange ? respond(previews) : endpoint === changePlan ? respond(changes) : respond([{}]),
  )
  const subscription = makeSubscription()
  await render(<OpenDialog subscription={subscription} />)
  const dialog = await vi.waitFor(() => document.querySelector('[role=alertdialog]') ?? expect.fail('no dialog'))
  const confirm = () =>
    [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Change plan')) ??
    expect.fail('there is no button')
  return { dialog, confirm, subscription }
}

test('the exact amount is shown, and sent with the time for which it was calculated', async () => {
  const { dialog, confirm, subscription } = await open([quote], [makeSubscription({ plan: yearly })])
  await vi.waitFor(() => expect(dialog.textContent).toContain('It starts at once. $91.40 is due now'))
  await interact(() => confirm().click())
  await vi.waitFor(() =>
    expect(call).toHaveBeenCalledWith(changePlan, {
      body: { subscription_id: subscription.id, plan_id: 3, quoted_at: quote.quoted_at, due_now: '91.40' },
    }),
  )
  await vi.waitFor(() => expect(document.querySelector('[role=alertdialog]')).toBeNull())
})

test.each([
  [
    'that comes later names its date',
    { ...quote, due_now: '0.00', starts_at: '2026-12-21T12:00:00.000Z' },
    'It starts on Dec 21, 2026, and nothing is due now.',
  ],
  [
    'with a tax names it',
    { ...quote, tax_now: '15.23' },
    'It starts at once. $91.40 is due now, of which $15.23 is tax; what is left of your present plan is deducted.',
  ],
  ['in a trial costs nothing', { ...quote, due_now: '0.00' }, 'It starts at once, and nothing is due now.'],
] as const)('a change %s', async (_, preview, words) => {
  const { dialog } = await open([preview])
  await vi.waitFor(() => expect(dialog.textContent).toContain(words))
})

test('the amount is fetched again after a refusal, and its reason stays', async () => {
  const { dialog, confirm } = await open([quote, { ...quote, due_now: '90.10' }], [refuse('The amount has changed')])
  await vi.waitFor(() => expect(dialog.textContent).toContain('$91.40'))
  await interact(() => confirm().click())
  await vi.waitFor(() => expect(dialog.textContent).toContain('$90.10'))
  expect(dialog.textContent).toContain('The amount has changed')
})

test('nothing can be confirmed without an amount, and the reason is shown', async () => {
  const { dialog, confirm } = await open([refuse('A change of your plan is already scheduled')])
  await vi.waitFor(() => expect(dialog.textContent).toContain('A change of your plan is already scheduled'))
  expect(confirm().disabled).toBe(true)
})
