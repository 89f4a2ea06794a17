import * as v from 'valibot'
import { expect, test } from 'vitest'
import { SettingsSearch, sections } from '#features/settings/sections.ts'

test('a section of the address is opened when it is built, else the page opens as without one', () => {
  const opened = sections.map((section) => v.parse(SettingsSearch, { section }).section)
  expect(opened).toEqual(['general', undefined, undefined, 'sync-controls', undefined])
  expect(v.parse(SettingsSearch, { section: '<script>' })).toEqual({ section: undefined })
  expect(v.parse(SettingsSearch, {})).toEqual({})
})
