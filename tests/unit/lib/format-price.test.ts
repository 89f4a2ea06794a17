import { expect, test } from 'vitest'
import { formatPrice } from '#i18n/format-price.ts'

test.each([
  ['9.99', 'USD', 'en', '$9.99'],
  ['99.00', 'USD', 'en', '$99'],
  ['4.50', 'EUR', 'en', '€4.50'],
  ['1234.00', 'GBP', 'en', '£1,234'],
])('the price %s %s in %s is formatted as %s', (price, currency, language, words) => {
  expect(formatPrice(price, currency, language)).toBe(words)
})

test('a price in Spanish has a decimal comma, and its currency after the number', () => {
  expect(formatPrice('9.99', 'EUR', 'es').replace(/\s/g, ' ')).toBe('9,99 €')
})
