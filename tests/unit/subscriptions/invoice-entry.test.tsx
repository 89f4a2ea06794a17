import { expect, test, vi } from 'vitest'
import type { Invoice } from '#contract/objects/invoice.ts'
import { InvoiceEntry } from '#features/subscriptions/history/invoice-entry.tsx'
import { activateLanguage } from '#i18n/i18n.ts'
import { interact, render } from '#support/browser/render.tsx'

const invoice: Invoice = {
  id: 1,
  created_at: '2026-11-21T12:00:00.000Z',
  description: 'Monthly',
  amount: '9.99',
  tax: '0.00',
  currency: 'USD',
  status: 'paid',
  refunded: '0.00',
  receipt_url: null,
}

test.each([
  ['paid in full', {}, 'MonthlyPaidNov 21, 2026 · 9.99 USD'],
  ['with tax', { tax: '1.60' }, 'MonthlyPaidNov 21, 2026 · 9.99 USD · of which 1.60 tax'],
  ['in part refunded', { refunded: '2.00' }, 'MonthlyPaidNov 21, 2026 · 9.99 USD · 2.00 refunded'],
  ['refunded', { status: 'refunded', refunded: '9.99' }, 'MonthlyRefundedNov 21, 2026 · 9.99 USD'],
  ['whose payment failed', { status: 'failed' }, 'MonthlyPayment failedNov 21, 2026 · 9.99 USD'],
  ['not paid yet', { status: 'open' }, 'MonthlyNot paid yetNov 21, 2026 · 9.99 USD'],
] as const)('an invoice %s shows date, amount and state', async (_, more, words) => {
  const page = await render(<InvoiceEntry invoice={{ ...invoice, ...more }} />)
  expect(page.textContent).toBe(words)
  expect(page.querySelector('a')).toBeNull()
})

test.each([
  ['paid', 'Receipt of Nov 21, 2026'],
  ['failed', 'Pay the invoice of Nov 21, 2026'],
] as const)('an invoice that is %s links to the page of the processor', async (status, words) => {
  const page = await render(<InvoiceEntry invoice={{ ...invoice, status, receipt_url: 'https://pay.example/1' }} />)
  const link = page.querySelector('a')
  expect([link?.textContent, link?.getAttribute('href')]).toEqual([words, 'https://pay.example/1'])
})

test('an invoice in Spanish has Spanish words, decimals and dates', async () => {
  const page = await render(<InvoiceEntry invoice={{ ...invoice, tax: '1.60' }} />)
  await interact(() => activateLanguage('es'))
  const words = 'MensualPagado21 nov 2026 · 9,99 USD · de los cuales 1,60 de impuestos'
  await vi.waitFor(() => expect(page.textContent).toBe(words))
})
