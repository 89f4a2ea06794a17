import 'fake-indexeddb/auto'
import { useQuery } from '@tanstack/react-query'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, NetworkError } from '#api/errors.ts'
import { refundInvoice } from '#contract/endpoints/admin-billing.ts'
import { readStoredFormDraft } from '#data/form-drafts/use-form-draft.ts'
import { queryClient } from '#data/query-client.ts'
import { ChargeItem } from '#features/admin/user-page/timeline/charge-item.tsx'
import { RefundForm } from '#features/admin/user-page/timeline/refund-form.tsx'
import { interact, render, typeInto } from '#support/browser/render.tsx'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('#session/api.ts', () => ({ api: { call } }))
vi.mock('#session/refresh-user.ts', () => ({ refreshUser: vi.fn(async () => undefined) }))

// On a busy machine the first load of a popup's chunk takes longer than a test should wait.
beforeAll(() => import('#ui/dialog/dialog-popup.tsx'), 60_000)
beforeEach(() => void call.mockReset())

const charge = {
  kind: 'charge',
  id: 7,
  at: '2026-11-21T12:00:00.000Z',
  amount: '9.99',
  currency: 'USD',
  description: 'Monthly',
  refundable: '9.99',
  receipt_url: null,
} as const

const refused = (status: number, code: string, recognised: boolean) =>
  new ApiError({ status, code, message: 'Refused', recognised })

test('a refund whose result is unknown is sent again with the same key, and one that was refused with another', async () => {
  const failures = [
    new NetworkError('cut'),
    refused(502, 'unknown', false),
    refused(503, 'payment_unavailable', true),
    refused(409, 'conflict', true),
    refused(500, 'internal_error', true),
  ]
  const onClose = vi.fn()
  const slot = { userId: 1, draftKey: 'admin/form/refund/7' }
  const stored = { ...slot, fields: {} }
  const draft = async () => (await readStoredFormDraft(slot)).fields
  const page = await render(<RefundForm charge={charge} userId={3} stored={stored} onClose={onClose} />)
  const reason = page.querySelector('textarea')
  const button = [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Refund'))
  if (reason === null || button === undefined) throw new Error('the form is incomplete')
  await typeInto(reason, 'Too slow')
  for (const failure of [...failures, undefined]) {
    if (failure === undefined) call.mockResolvedValueOnce({ refunded: '9.99' })
    else call.mockRejectedValueOnce(failure)
    const before = call.mock.calls.length
    await interact(() => button.click())
    await vi.waitFor(() => expect(call.mock.calls.length).toBe(before + 1))
    await vi.waitFor(() => expect(button.getAttribute('aria-disabled') ?? 'false').toBe('false'))
    // A draft would be restored in a dialog that no longer has the key.
    await vi.waitFor(async () =>
      expect(await draft()).toEqual(
        failure instanceof ApiError && failure.status === 409 ? { reason: 'Too slow' } : {},
      ),
    )
  }
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
  expect(new Set(call.mock.calls.map(([endpoint]) => endpoint))).toEqual(new Set([refundInvoice]))
  const keys = call.mock.calls.map(([, { body }]) => body.request_id)
  expect(new Set(keys.slice(0, 4)).size).toBe(1)
  expect(new Set(keys.slice(4)).size).toBe(1)
  expect(keys[4]).not.toBe(keys[0])
})

const press = (label: string) =>
  vi.waitFor(async () => {
    const all = [...document.querySelectorAll('button')].filter(({ textContent }) => textContent.startsWith(label))
    const button = all.at(-1) ?? expect.fail(`there is no ${label}`)
    await interact(() => {
      button.focus()
      button.click()
    })
  })

/** Opens the dialog of a payment, and refunds all of it. Returns its item, and a function that reads it again. */
async function refundAll() {
  const queryKey = ['charge']
  queryClient.setQueryData<typeof charge>(queryKey, charge)
  function Shown() {
    const { data } = useQuery({ queryKey, queryFn: () => charge, enabled: false }, queryClient)
    return data ? <ChargeItem entry={data} of={3} /> : null
  }
  const page = await render(<Shown />)
  await press('Refund…')
  await typeInto(await vi.waitFor(() => document.querySelector('textarea') ?? expect.fail('no reason')), 'Too slow')
  await press('Refund')
  await vi.waitFor(() => expect(call).toHaveBeenCalled())
  const readAgain = async () => {
    queryClient.setQueryData(queryKey, { ...charge, refundable: '0.00' })
    await vi.waitFor(() => expect(page.querySelector('button')).toBeNull())
  }
  return { page, readAgain }
}

test('the focus goes to the name of a payment that was refunded whole, which has no button any more', async () => {
  call.mockResolvedValue({ refunded: '9.99' })
  const { page, readAgain } = await refundAll()
  await vi.waitFor(() => expect(document.querySelector('[role="dialog"]')).toBeNull())
  await readAgain()
  await vi.waitFor(() => expect(document.activeElement).toBe(page.querySelector('p')))
})

test('the dialog of a refund whose response was lost stays open when the payment is shown as refunded', async () => {
  call.mockRejectedValue(new NetworkError('cut'))
  const { page, readAgain } = await refundAll()
  await readAgain()
  expect(document.querySelector('[role="dialog"]')).not.toBeNull()
  await press('Cancel')
  await vi.waitFor(() => expect(document.activeElement).toBe(page.querySelector('p')))
})
