import { expect, test, vi } from 'vitest'
import type { Folder } from '#contract/objects/chat.ts'
import { sortLabels } from '#features/library/labels/sort-labels.ts'

const at = '2026-01-01T00:00:00.000Z'
const labels = (...names: string[]): Folder[] =>
  names.map((name) => ({ id: crypto.randomUUID(), name, color: null, created_at: at, updated_at: at }))

test('labels are sorted by the rules of the language, with numbers by value', () => {
  const sorted = sortLabels(labels('Week 10', 'ópera', 'Week 9', 'oboe', 'Perú'), 'es')
  expect(sorted.map(({ name }) => name)).toEqual(['oboe', 'ópera', 'Perú', 'Week 9', 'Week 10'])
})

test('no collator is created when there is nothing to sort, because it would delay the first screen', () => {
  const made = vi.spyOn(Intl, 'Collator')
  expect(sortLabels([], 'en')).toEqual([])
  expect(sortLabels(labels('Work'), 'en')).toHaveLength(1)
  expect(made).not.toHaveBeenCalled()
  made.mockRestore()
})
