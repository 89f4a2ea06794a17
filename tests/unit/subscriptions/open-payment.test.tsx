import { beforeEach, expect, test, vi } from 'vitest'
import { paySandboxInvoices } from '#contract/endpoints/subscriptions.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { OpenPayment } from '#features/subscriptions/sandbox/open-payment.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { makeUser } from '#support/users/make-user.ts'
import { makeSubscription } from './plan-fixtures.ts'

const { call, session, navigate } = vi.hoisted(() => ({ call: vi.fn(), session: vi.fn(), navigate: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('#session/state/session-atom.ts', () => ({ useSession: session }))
vi.mock('#session/refresh-user.ts', () => ({ refreshUser: async () => undefined }))
vi.mock('#ui/button/link-button.tsx', () => ({ LinkButton: ({ to }: { to: string }) => <a href={to}>{to}</a> }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ navigate }) }))
beforeEach(() => void [call.mockReset(), navigate.mockReset()])

const show = (more: Partial<Subscription>) => {
  session.mockReturnValue({ user: makeUser(7, { subscriptions: [makeSubscription(more)] }) })
  return render(<OpenPayment />)
}

test('what is open is paid with one press, which leads back to the account', async () => {
  call.mockResolvedValue({ redirect_url: `${location.origin}/account` })
  const page = await show({ status: 'past_due' })
  await interact(() => page.querySelector('button')?.click())
  await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith({ href: '/account' }))
  expect(call).toHaveBeenCalledWith(paySandboxInvoices, {})
})

test('a plan that is paid has nothing to pay', async () => {
  const page = await show({})
  expect(page.textContent).toContain('No payment is due.')
  expect(page.querySelector('button')).toBeNull()
})
