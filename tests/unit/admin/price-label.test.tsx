import { expect, test } from 'vitest'
import { priceLabel } from '#features/admin/plans/price-label.ts'
import { activateLanguage, i18n } from '#i18n/i18n.ts'

test.each([
  [{ price: '0.00', interval: 'month' }, 'Trial Free', 'Prueba gratis'],
  [{ price: '9.99', interval: 'month' }, '$9.99 month', '$9.99 mes'],
  [{ price: '4.50', interval: 'two_weeks' }, '$4.50 two weeks', '$4.50 dos semanas'],
  [{ price: '2.00', interval: 'week' }, '$2.00 week', '$2.00 semana'],
  [{ price: '99.00', interval: 'year' }, '$99.00 year', '$99.00 año'],
] as const)('the price of %j is shown as “%s”', async (plan, english, spanish) => {
  await activateLanguage('en')
  expect(priceLabel(plan, i18n)).toBe(english)
  await activateLanguage('es')
  expect(priceLabel(plan, i18n)).toBe(spanish)
})
