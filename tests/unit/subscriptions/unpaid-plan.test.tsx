import { afterEach, expect, test, vi } from 'vitest'
import { queryClient } from '#data/query-client.ts'
import { ManagePlan } from '#features/subscriptions/current-plan/manage-plan.tsx'
import { RenewalStatus } from '#features/subscriptions/current-plan/renewal-status.tsx'
import { plansQuery } from '#features/subscriptions/plans/list-plans.ts'
import { PlansIntro } from '#features/subscriptions/plans/plans-intro.tsx'
import { activateLanguage } from '#i18n/i18n.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeUser } from '#support/users/make-user.ts'
import { makePlan, makeSubscription } from './plan-fixtures.ts'

afterEach(() => queryClient.clear())

const unpaid = makeSubscription({ status: 'past_due', is_active_now: false })

test.each([
  ['en', 'The payment for “Monthly” did not go through. You can choose another plan now, and it takes its place.'],
  ['es', 'El pago de «Mensual» no se pudo cobrar. Puedes elegir otro plan ahora y ocupará su lugar.'],
] as const)(
  'a user whose payment failed is shown that another plan can be chosen at once (%s)',
  async (language, words) => {
    const page = await render(<PlansIntro user={makeUser(7, { subscriptions: [unpaid] })} current={unpaid} />)
    await interact(() => activateLanguage(language))
    await vi.waitFor(() => expect(page.textContent).toBe(words))
  },
)

test.each([
  ['en', /^The last payment did not go through\. It is tried again, and you can write until Jan 4, 2027\.$/],
  ['es', /^El último pago no se pudo cobrar\. Se volverá a intentar y puedes escribir hasta el 4 ene 2027\.$/],
] as const)('a user whose payment failed is told until when they can write (%s)', async (language, words) => {
  const inGrace = { ...unpaid, is_active_now: true, grace_until: '2027-01-04T12:00:00.000Z' }
  const page = await render(<RenewalStatus subscription={inGrace} />)
  await interact(() => activateLanguage(language))
  await vi.waitFor(() => expect(page.textContent).toMatch(words))
})

test.each([
  [
    'en',
    'The last payment did not go through, and it is not tried again. Until you pay it, you can read, but not write.',
  ],
  [
    'es',
    'El último pago no se pudo cobrar y no se volverá a intentar. Hasta que lo pagues, puedes leer, pero no escribir.',
  ],
] as const)('a user whose payment was given up is not told that it is tried again (%s)', async (language, words) => {
  const page = await render(<RenewalStatus subscription={{ ...unpaid, status: 'unpaid' }} />)
  await interact(() => activateLanguage(language))
  await vi.waitFor(() => expect(page.textContent).toBe(words))
})

test.each([
  ['en', 'The last payment did not go through, and it is not tried again. You can write until Jan 4, 2027.'],
  ['es', 'El último pago no se pudo cobrar y no se volverá a intentar. Puedes escribir hasta el 4 ene 2027.'],
] as const)('a user whose payment was given up is told until when they can write (%s)', async (language, words) => {
  const inGrace = { ...unpaid, status: 'unpaid', is_active_now: true, grace_until: '2027-01-04T12:00:00.000Z' } as const
  const page = await render(<RenewalStatus subscription={inGrace} />)
  await interact(() => activateLanguage(language))
  await vi.waitFor(() => expect(page.textContent).toBe(words))
})

test('a user in the free trial is told that its days are kept by buying a plan', async () => {
  await activateLanguage('en')
  const trial = makeSubscription({ status: 'trialing', plan: makePlan({ price: '0.00', title: 'Free' }) })
  const page = await render(<PlansIntro user={makeUser(7, { subscriptions: [trial] })} current={trial} />)
  expect(page.textContent).toContain('until Dec 21, 2026. If you buy a plan before, you keep these days')
})

test.each([
  ['can be changed', {}, 'You can change to another plan, and see the amount first.'],
  [
    'that is cancelled can be kept',
    { cancel_at_period_end: true },
    'until Dec 21, 2026. Then it ends and nothing more is charged, unless you keep it.',
  ],
  [
    'whose payment failed lets the user write for a while',
    { status: 'past_due', grace_until: '2027-01-04T12:00:00.000Z' },
    'You can write until Jan 4, 2027. Update the payment to keep your plan.',
  ],
  ['that was granted ends by itself', { cancel_at_period_end: true, is_granted: true }, 'It ends by itself'],
] as const)('the plans page says that a paid plan %s', async (_, more, words) => {
  const page = await render(<PlansIntro user={makeUser(7)} current={makeSubscription(more)} />)
  expect(page.textContent).toContain(words)
})

test.each([
  ['cannot be cancelled while there is a reason against it, which its button states', 'why'],
  ['can be cancelled otherwise', undefined],
])('a plan %s', async (_, closedBy) => {
  const page = await render(
    <>
      <ManagePlan subscription={makeSubscription()} closedBy={closedBy} />
      <p id="why">You are offline</p>
    </>,
  )
  const button = page.querySelector('button')
  expect(button?.textContent).toBe('Cancel subscription…')
  expect(button?.disabled).toBe(closedBy !== undefined)
  expect(button?.getAttribute('aria-describedby')).toBe(closedBy ?? null)
})

test.each([
  ['is told of the free trial where one is on offer', ['9.99', '0.00'], 'Start with the free trial.'],
  ['reads of no trial where none is on offer', ['9.99'], 'To write to Companion you need a plan.'],
])('a user without a plan %s', async (_, prices, words) => {
  await activateLanguage('en')
  queryClient.setQueryData(plansQuery.queryKey, { plans: prices.map((price) => makePlan({ price })), savedAt: null })
  const page = await render(<PlansIntro user={makeUser(7)} current={undefined} />)
  expect(page.textContent).toContain(words)
})
