import * as v from 'valibot'
import { expect, test } from 'vitest'
import { SettingsSearch, sections } from '#features/settings/sections.ts'

test('every section of the settings opens by its address, and an unknown one counts as none', () => {
  const opened = sections.map((section) => v.parse(SettingsSearch, { section }).section)
  expect(opened).toEqual(['general', 'conversation', 'sessions', 'sync-controls', 'profile-memory'])
  expect(v.parse(SettingsSearch, { section: '<script>' })).toEqual({ section: undefined })
  expect(v.parse(SettingsSearch, {})).toEqual({})
})
