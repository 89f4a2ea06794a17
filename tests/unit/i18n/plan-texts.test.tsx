import { i18n } from '@lingui/core'
import { afterAll, expect, test } from 'vitest'
import { activateLanguage } from '#i18n/i18n.ts'
import { planText } from '#i18n/plan-texts.ts'
import { firstPlans } from '#server/db/migrations/0001-first-plans.ts'

afterAll(() => activateLanguage('en'))

const texts = firstPlans('').flatMap(({ title, description, features }) => [
  title,
  description,
  ...(JSON.parse(features) as string[]),
])

test.each(texts)('the plans of a new installation are translated into Spanish: %s', async (text) => {
  await activateLanguage('en')
  expect(planText(text, i18n)).toBe(text)
  await activateLanguage('es')
  expect(planText(text, i18n)).not.toBe(text)
})

test('a plan text that an admin wrote is shown unchanged', async () => {
  await activateLanguage('es')
  for (const text of ['Monthly, but better', 'constructor', '']) expect(planText(text, i18n)).toBe(text)
})
