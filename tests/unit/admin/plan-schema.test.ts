import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { fieldMessages, isFieldMessage } from '#contract/field-messages.ts'
import { initialValues } from '#features/admin/plans/form/initial-values.ts'
import { PlanForm } from '#features/admin/plans/form/plan-schema.ts'

const right = {
  ...initialValues(null),
  name: 'weekly',
  title: 'Weekly',
  description: 'A plan for a week',
  price: '4',
  features: ['Chat'],
}

/** The first error of each field. */
function mistakes(typed: Record<string, unknown>): Record<string, string> {
  const found: Record<string, string> = {}
  for (const issue of v.safeParse(PlanForm, { ...right, ...typed }).issues ?? []) {
    const words = isFieldMessage(issue.message) ? fieldMessages[issue.message].en : issue.message
    found[v.getDotPath(issue) ?? ''] ??= words
  }
  return found
}

test('an empty form has the default values of a new plan', () => {
  expect(initialValues(null)).toMatchObject({
    currency: 'USD',
    interval: 'month',
    is_enabled: true,
    tokens_limit: '0',
    searches_limit: '0',
  })
})

test('the values of the plan form are converted to the body of the API call', () => {
  expect(v.parse(PlanForm, { ...right, price: '9.9', tokens_limit: ' 2000000 ' })).toMatchObject({
    price: '9.90',
    tokens_limit: 2_000_000,
    searches_limit: 0,
  })
})

test.each(['0', '0.50', '999999.99'])('the price %s can be sold', (price) => {
  expect(mistakes({ price })).toEqual({})
})

describe('each rule of the plan form has its error message', () => {
  test.each([
    ['name', '', 'Name is required'],
    ['name', 'ab', 'Name must be at least 3 characters'],
    ['title', ' ', 'Title is required'],
    ['title', 'ab', 'Title must be at least 3 characters'],
    ['description', '', 'Description is required'],
    ['description', 'Too short', 'Description must be at least 10 characters'],
    ['price', '', 'Price is required'],
    ['price', '1.999', 'Price must be an amount such as 9.99'],
    ['price', '0.49', 'Price must be 0, or between 0.50 and 999999.99'],
    ['price', '1000000', 'Price must be 0, or between 0.50 and 999999.99'],
    ['currency', 'XXX', 'Currency is required'],
    ['interval', '', 'Interval is required'],
    ['interval', 'day', 'Invalid interval'],
    ['features', [], 'At least one feature is required'],
    ['features', ['Chat', 'a'.repeat(201)], 'This is too long'],
    ['tokens_limit', '', 'Tokens limit is required'],
    ['tokens_limit', 'many', 'Tokens limit must be a number'],
    ['tokens_limit', '1.5', 'Tokens limit must be an integer'],
    ['tokens_limit', '500,000', 'Tokens limit must be an integer'],
    ['tokens_limit', '500.000', 'Tokens limit must be an integer'],
    ['tokens_limit', '-1', 'Tokens limit cannot be negative'],
    ['searches_limit', '', 'Searches limit is required'],
    ['searches_limit', 'many', 'Searches limit must be a number'],
    ['searches_limit', '1.5', 'Searches limit must be an integer'],
    ['searches_limit', '-1', 'Searches limit cannot be negative'],
  ])('rejects %s %j: %s', (field, typed, words) => {
    expect(mistakes({ [field]: typed })).toEqual({ [field]: words })
  })
})
