import { expect, test } from 'vitest'
import { priceLabel } from '#features/admin/plans/price-label.ts'
import { activateLanguage, i18n } from '#i18n/i18n.ts'

test.each([
  [{ price: '0.00', currency: 'USD', interval: 'month' }, 'Trial Free', 'Prueba gratis'],
  [{ price: '9.99', currency: 'USD', interval: 'month' }, '$9.99 month', '9,99 $ al mes'],
  [{ price: '4.50', currency: 'EUR', interval: 'two_weeks' }, '$4.50 two weeks', '4,50 € cada dos semanas'],
  [{ price: '2.00', currency: 'USD', interval: 'week' }, '$2.00 week', '2 $ a la semana'],
  [{ price: '99.00', currency: 'USD', interval: 'year' }, '$99.00 year', '99 $ al año'],
] as const)('the price of %j is shown as “%s”', async (plan, english, spanish) => {
  await activateLanguage('en')
  expect(priceLabel(plan, i18n)).toBe(english)
  await activateLanguage('es')
  expect(priceLabel(plan, i18n).replaceAll('\u00a0', ' ')).toBe(spanish)
})
