import { afterEach, expect, test } from 'vitest'
import type { Subscription } from '#contract/objects/plan.ts'
import { HistoryEntry } from '#features/subscriptions/history/history-entry.tsx'
import { activateLanguage } from '#i18n/i18n.ts'
import type { Language } from '#i18n/languages.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makePlan, makeSubscription } from './plan-fixtures.ts'

afterEach(() => interact(() => activateLanguage('en')))

async function read(more: Partial<Subscription> = {}, language: Language = 'en'): Promise<string[]> {
  const page = await render(<HistoryEntry subscription={makeSubscription(more)} />)
  await interact(() => activateLanguage(language))
  return [...page.querySelectorAll('h2, h2 ~ *, li > p, dl > div')].map(({ textContent }) => textContent ?? '')
}

test('an entry names plan, status, price, currency, interval and both dates', async () => {
  expect(await read()).toEqual(['Monthly', 'Active', '9.99 USD · month', 'StartedNov 21, 2026', 'ExpiresDec 21, 2026'])
})

test('an entry in Spanish has Spanish decimals and dates', async () => {
  const plan = makePlan({ price: '1049.50', currency: 'GBP', interval: 'two_weeks' })
  expect(await read({ plan, cancel_at_period_end: true }, 'es')).toEqual([
    'Mensual',
    'Activa',
    'Termina el 21 dic 2026',
    '1049,50 GBP · dos semanas',
    'Empezó21 nov 2026',
    'Caduca21 dic 2026',
  ])
})

test('an entry that is neither active nor trialing is called cancelled, without a future end', async () => {
  for (const status of ['canceled', 'incomplete'] as const) {
    const ended = { status, is_active_now: false, cancel_at_period_end: true }
    expect((await read(ended)).slice(0, 3)).toEqual(['Monthly', 'Cancelled', '9.99 USD · month'])
  }
})

test('an entry whose payment failed says so beside its label, and until when one can write', async () => {
  const failed = { status: 'past_due', grace_until: '2027-01-04T12:00:00.000Z' } as const
  expect((await read(failed)).slice(0, 3)).toEqual([
    'Monthly',
    'Cancelled',
    'The last payment did not go through. It is tried again, and you can write until Jan 4, 2027.',
  ])
  const over = { is_active_now: false }
  expect((await read({ ...over, status: 'past_due' }))[2]).toContain('until then you can read, but not write.')
  expect((await read({ ...over, status: 'unpaid' }))[2]).toContain('Until you pay it, you can read, but not write.')
})

test('an entry of a plan without a title shows the plan’s name', async () => {
  expect((await read({ plan: makePlan({ title: '', name: 'founders' }) }))[0]).toBe('founders')
})
