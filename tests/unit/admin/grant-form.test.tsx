import * as v from 'valibot'
import { expect, test } from 'vitest'
import { Grant } from '#features/admin/user-page/grant-form.tsx'

test('a plan is granted until the end of the chosen day or for one interval', () => {
  expect(v.parse(Grant, { plan_id: '2', current_period_end: '2031-05-06' })).toEqual({
    plan_id: 2,
    current_period_end: new Date('2031-05-06T23:59:59').toISOString(),
  })
  expect(v.parse(Grant, { plan_id: '2', current_period_end: '' }).current_period_end).toBeUndefined()
})

// Browsers accept a year of six digits.
test.each(['12031-05-06', '202612-01-01', '2031-13-45'])(
  '%s is rejected as a date with an error',
  (current_period_end) => {
    const { issues } = v.safeParse(Grant, { plan_id: '2', current_period_end })
    expect(issues?.[0]?.message).toBe('invalid')
  },
)
