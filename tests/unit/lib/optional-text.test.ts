import * as v from 'valibot'
import { expect, test } from 'vitest'
import { OptionalText } from '#lib/routing/optional-text.ts'

test.each([[undefined], [''], [7], [['a']], [{}], ['x'.repeat(2001)]])('%j is treated as not given', (value) => {
  expect(v.parse(OptionalText, value)).toBeUndefined()
})

test('a text is kept', () => {
  expect(v.parse(OptionalText, 'access-denied')).toBe('access-denied')
})
