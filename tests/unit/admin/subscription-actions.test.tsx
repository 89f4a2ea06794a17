import { createRef } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import type { Subscription } from '#contract/objects/plan.ts'
import { SubscriptionActions } from '#features/admin/user-page/subscription-actions.tsx'
import { SubscriptionItem } from '#features/admin/user-page/subscription-item.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { makePlan, makeSubscription } from '../subscriptions/plan-fixtures.ts'

beforeAll(() => import('#ui/menu/menu-popup.tsx'), 60_000)

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))

const subscription = (price: string, more: Partial<Subscription> = {}): Subscription =>
  makeSubscription({
    id: 9,
    status: 'trialing',
    current_period_end: '2999-12-18T12:00:00.000Z',
    plan: makePlan({ price }),
    ...more,
  })

async function offered(of: Subscription): Promise<string[]> {
  const name = createRef<HTMLElement>()
  const page = await render(
    <SubscriptionActions subscription={of} userId={1} describedBy="name" focusAfterEnd={name} />,
  )
  await interact(() => page.querySelector('button')?.click())
  await vi.waitFor(() => expect(document.querySelector('[role="menu"]')).not.toBeNull())
  return [...document.querySelectorAll('[role="menuitem"]')].map((item) => item.textContent)
}

test('what was bought can be cancelled at the end of its period, also while it is in a trial', async () => {
  expect(await offered(subscription('9.99'))).toEqual([
    'Extend by a month…',
    'Cancel at the end of the period…',
    'End now…',
  ])
})

test('a free trial, which ends with its period anyway, cannot be cancelled at its end', async () => {
  expect(await offered(subscription('0.00'))).toEqual(['Extend by a month…', 'End now…'])
})

test('the focus goes to the name of a subscription that was ended, which has no actions any more', async () => {
  await import('#ui/dialog/dialog-popup.tsx')
  const shown = subscription('0.00')
  call.mockResolvedValue({ ...shown, status: 'canceled' })
  const page = await render(<SubscriptionItem subscription={shown} userId={1} />)
  const press = (selector: string, text: string) =>
    vi.waitFor(async () => {
      const found = [...document.querySelectorAll<HTMLElement>(selector)].find(({ textContent }) =>
        textContent.startsWith(text),
      )
      expect(found, text).toBeDefined()
      await interact(() => found?.click())
    })
  await press('button', 'Manage')
  await press('[role="menuitem"]', 'End now…')
  await press('[role="alertdialog"] button', 'End now')
  await vi.waitFor(() => expect(call).toHaveBeenCalled())
  await vi.waitFor(() => expect(document.activeElement).toBe(page.querySelector('p')))
})
