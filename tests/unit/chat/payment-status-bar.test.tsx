import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { PublicConfig } from '#contract/objects/config.ts'
import { knownConfig } from '#data/config.ts'
import { PlanRequired } from '#features/chat/composer/plan-required.tsx'
import { PaymentStatusBar } from '#features/chat/status/payment-status-bar.tsx'
import { activateLanguage } from '#i18n/i18n.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeUser } from '#support/users/make-user.ts'
import { makePlan, makeSubscription } from '../subscriptions/plan-fixtures.ts'

const { session } = vi.hoisted(() => ({ session: vi.fn() }))
vi.mock('#session/state/session-atom.ts', () => ({ useSession: session }))
vi.mock('@tanstack/react-router', () => {
  const Link = ({ to, hash, children }: { to: string; hash: string; children: string }) => (
    <a href={`${to}#${hash}`}>{children}</a>
  )
  return { Link, createLink: () => Link }
})
beforeEach(() => session.mockReset())

const show = (more: Parameters<typeof makeSubscription>[0]) => {
  session.mockReturnValue({ user: makeUser(7, { subscriptions: [makeSubscription(more)] }) })
  return render(<PaymentStatusBar />)
}
const inGrace = { status: 'past_due', grace_until: '2027-01-04T12:00:00.000Z' } as const

test.each([
  ['en', 'The last payment did not go through. You can write until Jan 4, 2027. Update payment'],
  ['es', 'El último pago no se pudo cobrar. Puedes escribir hasta el 4 ene 2027. Actualizar el pago'],
] as const)(
  'a user whose payment failed reads above the composer until when they can write (%s)',
  async (language, text) => {
    const page = await show(inGrace)
    await interact(() => activateLanguage(language))
    await vi.waitFor(() => expect(page.textContent).toBe(text))
    expect(page.querySelector('a')?.getAttribute('href')).toBe('/account#plan')
  },
)

test.each([
  ['has paid', {}],
  ['can no longer write', { ...inGrace, is_active_now: false }],
] as const)('a user who %s reads nothing of it', async (_, more) => {
  expect((await show(more)).textContent).toBe('')
})

test.each([
  ['en', 'Until it does you can read, but not write.', 'Update payment'],
  ['es', 'Hasta que se cobre puedes leer, pero no escribir.', 'Actualizar el pago'],
] as const)(
  'a user whose grace period is over reads so instead of the composer, and can pay (%s)',
  async (language, said, button) => {
    await show({ ...inGrace, is_active_now: false })
    const page = await render(<PlanRequired />)
    await interact(() => activateLanguage(language))
    await vi.waitFor(() => expect(page.textContent).toContain(said))
    const link = page.querySelector('a')
    expect([link?.textContent, link?.getAttribute('href')]).toEqual([button, '/account#plan'])
  },
)

test.each([
  ['with the free trial where one is on offer', true, {}, ['Start the free trial', 'See all plans']],
  ['without it where none is', false, {}, ['See all plans']],
  [
    'without it to whoever has had it',
    true,
    { subscriptions: [makeSubscription({ plan: makePlan({ price: '0.00' }), is_active_now: false })] },
    ['See all plans'],
  ],
])('a user without a plan is offered the plans instead of the composer, %s', async (_, trial, user, links) => {
  session.mockReturnValue({ user: makeUser(7, user) })
  knownConfig.set({ trial } as PublicConfig)
  onTestFinished(() => knownConfig.set(undefined))
  const page = await render(<PlanRequired />)
  expect([...page.querySelectorAll('a')].map((link) => link.textContent)).toEqual(links)
})
