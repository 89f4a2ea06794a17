import { expect, test, vi } from 'vitest'
import { ManagePlan } from '#features/subscriptions/current-plan/manage-plan.tsx'
import { PlansLead } from '#features/subscriptions/plans/plans-intro.tsx'
import { activateLanguage } from '#i18n/i18n.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeUser } from '#support/users/make-user.ts'
import { makeSubscription } from './plan-fixtures.ts'

const unpaid = makeSubscription({ status: 'past_due', is_active_now: false })

test.each([
  ['en', 'The payment for “Monthly” did not go through. You can choose another plan now, and it takes its place.'],
  ['es', 'El pago de «Mensual» no se pudo cobrar. Puedes elegir otro plan ahora y ocupará su lugar.'],
] as const)(
  'a user whose payment failed is shown that another plan can be chosen at once (%s)',
  async (language, words) => {
    const page = await render(<PlansLead user={makeUser(7, { subscriptions: [unpaid] })} current={unpaid} />)
    await interact(() => void activateLanguage(language))
    await vi.waitFor(() => expect(page.textContent).toBe(words))
  },
)

test('a paid plan has to be cancelled first', async () => {
  const page = await render(<PlansLead user={makeUser(7)} current={makeSubscription()} />)
  expect(page.textContent).toBe('You have “Monthly”. To change, cancel it and choose another when it has ended.')
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
