// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { QuestionRow } from '#features/chat/thread/rows/build-rows.ts'
import { estimateHeight } from '#features/chat/thread/window/estimate-height.ts'

const metrics = { lineHeight: 20, around: 40, character: 10 }
const question = (content: string): QuestionRow => ({
  kind: 'question',
  key: 'a',
  content,
  created_at: '2026-11-22T12:00:00.000Z',
  send: { kind: 'sent' },
  branches: null,
  isFollowed: false,
  files: [],
})

test('a row is as high as its lines, a long one of which is broken; blank ones have no height', () => {
  expect(estimateHeight(question('one'), metrics)).toBe(60)
  expect(estimateHeight(question('one\n\ntwo'), metrics)).toBe(80)
  // 72 characters fit into the 720 pixels that a text gets at most.
  expect(estimateHeight(question('x'.repeat(145)), metrics)).toBe(100)
})
