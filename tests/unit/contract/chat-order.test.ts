import { expect, test } from 'vitest'
import { compareChats } from '#contract/chat-order.ts'

test('chats are listed pinned ones first, then by last message, then by id, each descending', () => {
  const [early, late] = ['2026-11-20T10:00:00.000Z', '2026-11-21T10:00:00.000Z']
  const ordered = [
    { id: 'a', is_pinned: true, last_message_at: late },
    { id: 'd', is_pinned: true, last_message_at: early },
    { id: 'b', is_pinned: false, last_message_at: late },
    { id: 'f', is_pinned: false, last_message_at: early },
    { id: 'c', is_pinned: false, last_message_at: early },
  ]
  const sorted = (chats: typeof ordered) => chats.toSorted(compareChats).map(({ id }) => id)
  expect(sorted(ordered)).toEqual(['a', 'd', 'b', 'f', 'c'])
  expect(sorted(ordered.toReversed())).toEqual(['a', 'd', 'b', 'f', 'c'])
  for (const chat of ordered) expect(compareChats(chat, { ...chat })).toBe(0)
})
