import { beforeEach, expect, test, vi } from 'vitest'
import { listInvoices } from '#contract/endpoints/billing.ts'
import { paySandboxInvoices } from '#contract/endpoints/subscriptions.ts'
import type { Invoice } from '#contract/objects/invoice.ts'
import type { Subscription } from '#contract/objects/plan.ts'
import { queryClient } from '#data/query-client.ts'
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
beforeEach(() => void [call.mockReset(), navigate.mockReset(), queryClient.clear()])

const invoice = (more: Partial<Invoice>): Invoice => ({
  id: 1,
  created_at: '2026-11-21T12:00:00.000Z',
  description: 'Monthly',
  amount: '9.99',
  tax: '0.00',
  currency: 'USD',
  status: 'failed',
  refunded: '0.00',
  receipt_url: null,
  ...more,
})
const answer = (invoices: Invoice[]) =>
  call.mockImplementation(async (endpoint) =>
    endpoint === listInvoices ? invoices : { redirect_url: `${location.origin}/account` },
  )

const show = (more: Partial<Subscription>) => {
  session.mockReturnValue({ user: makeUser(7, { subscriptions: [makeSubscription(more)] }) })
  return render(<OpenPayment />)
}

test('what is open is paid with one press, which leads back to the account', async () => {
  answer([invoice({})])
  const page = await show({ status: 'past_due' })
  await vi.waitFor(() => expect(page.textContent).toContain('Due now: $9.99'))
  await interact(() => page.querySelector('button')?.click())
  await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith({ href: '/account' }))
  expect(call).toHaveBeenCalledWith(paySandboxInvoices, {})
})

test('a plan that is paid has nothing to pay', async () => {
  const page = await show({})
  expect(page.textContent).toBe('')
})

test('what is due is what the failed invoices say, which a promotion code has made cheaper', async () => {
  const paid = invoice({ id: 3, amount: '4.00', status: 'paid' })
  answer([invoice({ id: 1, amount: '7.49' }), invoice({ id: 2, amount: '0.10' }), paid])
  const page = await show({ status: 'past_due' })
  await vi.waitFor(() => expect(page.textContent).toContain('Due now: $7.59'))
  expect(page.textContent).not.toContain('9.99')
})

test('nothing is paid before the amount is known', async () => {
  call.mockRejectedValue(new TypeError('offline'))
  const page = await show({ status: 'past_due' })
  const pay = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === 'Pay what is open')
  await vi.waitFor(() => expect(page.querySelector('[role=alert] button')).not.toBeNull())
  expect(pay()?.disabled).toBe(true)
  answer([invoice({ amount: '5.00' })])
  await interact(() => page.querySelector<HTMLButtonElement>('[role=alert] button')?.click())
  await vi.waitFor(() => expect(page.textContent).toContain('Due now: $5'))
  expect(pay()?.disabled).toBe(false)
})
