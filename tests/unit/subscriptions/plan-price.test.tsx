import { expect, test } from 'vitest'
import type { Plan } from '#contract/objects/plan.ts'
import { HistoryEntry } from '#features/subscriptions/history/history-entry.tsx'
import { PlanPrice } from '#features/subscriptions/plans/plan-price.tsx'
import { activateLanguage } from '#i18n/i18n.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makePlan, makeSubscription } from './plan-fixtures.ts'

const cases: [string, Partial<Plan>, string, string][] = [
  ['without taxes', {}, '$9.99 a month', '9,99 $ al mes'],
  ['to which a tax is added', { tax: 'exclusive' }, '$9.99 a month, plus tax', '9,99 $ al mes, más impuestos'],
  [
    'that contains a tax',
    { tax: 'inclusive', currency: 'EUR' },
    '€9.99 a month, incl. tax',
    '9,99 € al mes, impuestos incluidos',
  ],
]

test.each(cases)('a price %s says so in both languages', async (_, more, english, spanish) => {
  const page = await render(<PlanPrice plan={makePlan(more)} />)
  expect(page.textContent?.replaceAll('\u00a0', ' ')).toBe(english)
  await interact(() => activateLanguage('es'))
  expect(page.textContent?.replaceAll('\u00a0', ' ')).toBe(spanish)
})

test('a subscription in the history says how its price relates to the tax', async () => {
  const shown = async (tax: Plan['tax']) =>
    (await render(<HistoryEntry subscription={makeSubscription({ plan: makePlan({ tax }) })} />)).textContent
  expect(await shown('exclusive')).toContain('9.99 USD · month · plus tax')
  expect(await shown(null)).not.toContain('tax')
})
