import { useQuery } from '@tanstack/react-query'
import { createRef } from 'react'
import { beforeAll, expect, test, vi } from 'vitest'
import { NetworkError } from '#api/errors.ts'
import { getUser } from '#contract/endpoints/admin.ts'
import { cancelAnySubscription, extendSubscription } from '#contract/endpoints/admin-billing.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { queryClient } from '#data/query-client.ts'
import { ChangeGrantForm } from '#features/admin/user-page/change-grant-form.tsx'
import { userQuery } from '#features/admin/user-page/get-user.ts'
import { SubscriptionActions } from '#features/admin/user-page/subscription-actions.tsx'
import { SubscriptionItem } from '#features/admin/user-page/subscription-item.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { makeUser } from '#support/users/make-user.ts'
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

const press = (selector: string, text: string) =>
  vi.waitFor(async () => {
    const found = [...document.querySelectorAll<HTMLElement>(selector)].find(({ textContent }) =>
      textContent.startsWith(text),
    )
    expect(found, text).toBeDefined()
    await interact(() => found?.click())
  })

test('the focus goes to the name of a subscription that was ended, which has no actions any more', async () => {
  await import('#ui/dialog/dialog-popup.tsx')
  const shown = subscription('0.00')
  call.mockResolvedValue({ ...shown, status: 'canceled' })
  const page = await render(<SubscriptionItem subscription={shown} userId={1} />)
  await press('button', 'Manage')
  await press('[role="menuitem"]', 'End now…')
  await press('[role="alertdialog"] button', 'End now')
  await vi.waitFor(() => expect(call).toHaveBeenCalled())
  await vi.waitFor(() => expect(document.activeElement).toBe(page.querySelector('p')))
})

/** The server stores what the next call does, and its response is lost. Returns how the page of the user shows it. */
async function renderLosing(endpoint: unknown, change: Partial<Subscription>): Promise<HTMLElement> {
  await import('#ui/dialog/dialog-popup.tsx')
  let stored = subscription('0.00')
  const read = () => makeUser(1, { subscriptions: [stored] })
  call.mockReset().mockImplementation(async (called: unknown) => {
    if (called === getUser) return read()
    if (called !== endpoint) return { results: [], count: 0 }
    stored = { ...stored, ...change }
    throw new NetworkError('lost')
  })
  queryClient.setQueryData(userQuery(1).queryKey, read())
  function Shown() {
    const { data } = useQuery({ ...userQuery(1), staleTime: Number.POSITIVE_INFINITY }, queryClient)
    return data?.subscriptions.map((each) => <SubscriptionItem key={each.id} subscription={each} userId={1} />)
  }
  return render(<Shown />)
}

test('a month whose response was lost is not asked for again, because the new end is read', async () => {
  const later = '3000-01-18T12:00:00.000Z'
  const page = await renderLosing(extendSubscription, { current_period_end: later })
  await press('button', 'Manage')
  await press('[role="menuitem"]', 'Extend by a month…')
  await press('[role="alertdialog"] button', 'Extend')
  await vi.waitFor(() => expect(page.textContent).toContain('3000'))
  await press('[role="alertdialog"] button', 'Extend')
  await vi.waitFor(() =>
    expect(call).toHaveBeenCalledWith(extendSubscription, {
      params: { id: 9 },
      body: { current_period_end: later },
    }),
  )
})

test('a subscription whose end was lost on the way is shown as ended, under the dialog that says so', async () => {
  const page = await renderLosing(cancelAnySubscription, { status: 'canceled' })
  await press('button', 'Manage')
  await press('[role="menuitem"]', 'End now…')
  await press('[role="alertdialog"] button', 'End now')
  await vi.waitFor(() => expect(page.textContent).toContain('Cancelled'))
  expect(page.textContent).not.toContain('Manage')
  expect(document.querySelector('[role="alertdialog"] [role="alert"]')?.textContent).not.toBe('')
  await press('[role="alertdialog"] button', 'Cancel')
  await vi.waitFor(() => expect(document.activeElement).toBe(page.querySelector('p')))
})

test('a changed end whose response was lost is read again', async () => {
  const later = '3000-01-18T12:00:00.000Z'
  const grant = subscription('0.00', { is_granted: true })
  call.mockReset().mockRejectedValue(new NetworkError('lost'))
  const { queryKey } = userQuery(2)
  queryClient.setQueryData(queryKey, makeUser(2, { subscriptions: [grant] }))
  const page = await render(<ChangeGrantForm grant={grant} userId={2} onClose={vi.fn()} />)
  await typeInto(page.querySelector('input') ?? expect.fail('no end'), later.slice(0, 10))
  await press('button', 'Save')
  await vi.waitFor(() => expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true))
})
