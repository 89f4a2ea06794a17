import { beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#api/errors.ts'
import { listInvoices } from '#contract/endpoints/billing.ts'
import { changeSandboxPortal, paySandboxNext, type SandboxPortal } from '#contract/endpoints/subscriptions.ts'
import type { Invoice } from '#contract/objects/invoice.ts'
import { queryClient } from '#data/query-client.ts'
import { SandboxPage } from '#features/subscriptions/sandbox/sandbox-page.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'
import { makeUser } from '#support/users/make-user.ts'
import { makeSubscription } from './plan-fixtures.ts'

const { call, session } = vi.hoisted(() => ({ call: vi.fn(), session: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('#session/state/session-atom.ts', () => ({ useSession: session }))
vi.mock('#session/refresh-user.ts', () => ({ refreshUser: async () => undefined }))
vi.mock('#ui/button/link-button.tsx', () => ({ LinkButton: ({ to }: { to: string }) => <a href={to}>{to}</a> }))
vi.mock('@tanstack/react-router', () => ({ useRouter: () => ({ navigate: () => undefined }) }))

const due = '2026-12-21T12:00:00.000Z'
const paid: Invoice = {
  id: 1,
  created_at: '2026-11-21T12:00:00.000Z',
  description: 'Monthly',
  amount: '9.99',
  tax: '0.00',
  currency: 'USD',
  status: 'paid',
  refunded: '2.00',
  receipt_url: 'https://companion.test/sandbox-checkout?payment=in_sandbox_7',
}
let portal: SandboxPortal
beforeEach(() => {
  portal = { card_works: true, tax_ids: ['ESB12345678'], next_payment_at: due }
  session.mockReturnValue({ user: makeUser(7, { subscriptions: [makeSubscription({})] }) })
  call.mockReset()
  call.mockImplementation(async (endpoint, input) => {
    if (endpoint === listInvoices) return [paid]
    if (endpoint === changeSandboxPortal) portal = { ...portal, ...input.body }
    return portal
  })
  queryClient.clear()
})
const open = (payment = 'open') => render(<SandboxPage sessionId={undefined} payment={payment} />)
const named = (page: HTMLElement, name: string) =>
  [...page.querySelectorAll('button')].find(({ ariaLabel, textContent }) => (ariaLabel ?? textContent) === name)

test('another card is chosen with one press', async () => {
  const page = await open()
  await vi.waitFor(() => expect(page.querySelector('input[value=declined]')).not.toBeNull())
  await interact(() => page.querySelector<HTMLInputElement>('input[value=declined]')?.click())
  await vi.waitFor(() => expect(portal.card_works).toBe(false))
  expect(page.querySelector<HTMLInputElement>('input[value=declined]')?.checked).toBe(true)
})

test('the next payment is the one that was seen', async () => {
  const page = await open()
  await vi.waitFor(() => expect(page.textContent).toContain('It is due on Dec 21, 2026.'))
  await interact(() => page.querySelector<HTMLButtonElement>('section:nth-of-type(2) button')?.click())
  await vi.waitFor(() => expect(call).toHaveBeenCalledWith(paySandboxNext, { body: { next_payment_at: due } }))
})

test('tax ids are removed and added, and a wrong one is refused at its field', async () => {
  const page = await open()
  await vi.waitFor(() => expect(named(page, 'Remove ESB12345678')).toBeDefined())
  await interact(() => named(page, 'Remove ESB12345678')?.click())
  await vi.waitFor(() => expect(portal.tax_ids).toEqual([]))
  const submit = async (text: string) => {
    const field = page.querySelector<HTMLInputElement>('input[name=tax_id]')
    if (field === null) throw new Error('no field')
    await typeInto(field, text)
    await interact(() => page.querySelector('form')?.requestSubmit())
  }
  await submit('?')
  await vi.waitFor(() => expect(page.textContent).toContain('A tax ID has 4 to 20 letters and digits'))
  expect(portal.tax_ids).toEqual([])
  await submit('de 111-222-333')
  await vi.waitFor(() => expect(portal.tax_ids).toEqual(['DE111222333']))
  await vi.waitFor(() => expect(named(page, 'Remove DE111222333')).toBeDefined())
})

test('those who have bought nothing are told so', async () => {
  call.mockRejectedValue(
    new ApiError({ status: 404, code: 'not_found', message: 'Not found', body: {}, recognised: true }),
  )
  const page = await open()
  await vi.waitFor(() => expect(page.textContent).toContain('Nothing was bought here yet.'))
})

test('a receipt says what was paid, what went back and for whom', async () => {
  const page = await open('in_sandbox_7')
  await vi.waitFor(() => expect(page.querySelector('dl')).not.toBeNull())
  await vi.waitFor(() => expect(page.textContent).toContain('ESB12345678'))
  for (const text of ['Monthly', 'Nov 21, 2026', '$9.99', '$2', 'in_sandbox_7'])
    expect(page.textContent).toContain(text)
})

test('a receipt of somebody else is not there', async () => {
  const page = await open('in_sandbox_8')
  await vi.waitFor(() => expect(page.textContent).toContain('You have no such receipt.'))
})
