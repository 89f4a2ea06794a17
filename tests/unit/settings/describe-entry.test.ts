// @vitest-environment jsdom
import { beforeAll, expect, test } from 'vitest'
import { describeEntry } from '#features/settings/sync/unsent/describe-entry.ts'
import { activateLanguage } from '#i18n/i18n.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'

beforeAll(() => activateLanguage('en'))

const tag = '0190a5c0-0000-7000-8000-000000000001'

test.each([
  [{ tags_add: [tag] }, 'Change of tags'],
  [{ tags_remove: [tag] }, 'Change of tags'],
  [{ tags: [] }, 'Change of tags'],
  [{ folder: null }, 'Take out of its folder'],
  [{}, 'Change of a chat'],
])('the unsent change %o is called "%s"', (body, kind) => {
  expect(describeEntry({ kind: 'chat.update', body } as OutboxEntry)).toEqual({ kind, text: null })
})

test('an unsent message of files only is described without words, instead of with empty ones', () => {
  const body = { content: '' }
  expect(describeEntry({ kind: 'message.send', body } as OutboxEntry)).toEqual({ kind: 'Message', text: null })
})

test('a long unsent message is cut at a word, and never within a pair of surrogates', () => {
  const described = (content: string) => describeEntry({ kind: 'message.send', body: { content } } as OutboxEntry).text
  expect(described(`${'word '.repeat(23)}a very long end`)).toBe(`${'word '.repeat(23)}a…`)
  expect(described(`a${'😀'.repeat(100)}`)).toBe(`a${'😀'.repeat(59)}…`)
})
