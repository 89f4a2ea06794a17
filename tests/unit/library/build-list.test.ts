import { describe, expect, it } from 'vitest'
import { buildList, filterChats } from '#features/library/list/build-list.ts'
import { describeChat } from '#features/library/list/describe-chat.ts'
import { NO_FOLDER } from '#features/library/list-view.ts'
import { selectChat } from '#features/library/selection/select-chat.ts'

const now = new Date(2026, 4, 10, 9, 0)
const chat = (
  id: string,
  at: Date,
  more: {
    is_saved?: boolean
    is_pinned?: boolean
    is_archived?: boolean
    expires_at?: string | null
    folder?: string | null
    tags?: string[]
  } = {},
) => ({
  id,
  last_message_at: at.toISOString(),
  is_saved: false,
  expires_at: null,
  folder: null,
  tags: [] as string[],
  ...more,
})
const shown = (chats: ReturnType<typeof chat>[]) =>
  buildList(chats, now).map((row) => ('day' in row ? `— ${row.day}` : row.chat.id))

describe('the chat list by day', () => {
  it('groups by the user’s calendar days, not by 24 hours', () => {
    const chats = [
      chat('this morning', new Date(2026, 4, 10, 8, 0)),
      chat('at midnight', new Date(2026, 4, 10, 0, 0)),
      chat('late yesterday', new Date(2026, 4, 9, 23, 59)),
      chat('early yesterday', new Date(2026, 4, 9, 0, 0)),
      chat('older', new Date(2026, 4, 8, 23, 59)),
    ]
    expect(shown(chats)).toEqual([
      ...['— today', 'this morning', 'at midnight'],
      ...['— yesterday', 'late yesterday', 'early yesterday'],
      ...['— older', 'older'],
    ])
  })

  it('shows a chat with a future time under today', () => {
    expect(shown([chat('ahead', new Date(2026, 4, 11, 1, 0))])[0]).toBe('— today')
  })

  it('begins with the pinned chats, whatever their day', () => {
    const [today, older] = [new Date(2026, 4, 10, 8, 0), new Date(2026, 4, 1)]
    const pinned = chat('pinned', older, { is_pinned: true })
    expect(shown([pinned, chat('new', today)])).toEqual(['— pinned', 'pinned', '— today', 'new'])
    expect(shown([pinned])).toEqual(['— pinned', 'pinned'])
  })

  it('leaves out days without chats', () => {
    expect(shown([])).toEqual([])
    expect(shown([chat('a', new Date(2025, 0, 1))])).toEqual(['— older', 'a'])
  })
})

describe('the note beside a title', () => {
  const today = new Date(2026, 4, 10, 8, 5)
  const day = new Date(2026, 4, 9, 8, 0)
  const inDays = (days: number) => new Date(2026, 4, 10 + days, 8, 0).toISOString()

  it('is the time for a chat of today, even of a saved one', () => {
    expect(describeChat(chat('a', today, { is_saved: true }), now).kind).toBe('time')
    expect(describeChat(chat('a', today, { expires_at: inDays(30) }), now).kind).toBe('time')
  })

  it('is the remaining days or the folder for an older chat', () => {
    expect(describeChat(chat('a', day, { is_saved: true }), now)).toEqual({ kind: 'saved' })
    expect(describeChat(chat('a', day, { is_saved: true, folder: 'f' }), now)).toEqual({ kind: 'folder', folder: 'f' })
    const left = describeChat(chat('a', day, { expires_at: inDays(12), folder: 'f' }), now)
    expect(left).toEqual({ kind: 'days-left', days: 12, soon: false })
    expect(describeChat(chat('a', day, { expires_at: '2020-01-01T00:00:00Z' }), now)).toMatchObject({ days: 0 })
    expect(describeChat(chat('a', day), now).kind).toBe('date')
  })

  it('warns that a chat will soon expire, even for one of today', () => {
    const week = describeChat(chat('a', day, { expires_at: inDays(7) }), now)
    expect(week).toEqual({ kind: 'days-left', days: 7, soon: true })
    const soon = { kind: 'days-left', days: 3, soon: true }
    expect(describeChat(chat('a', today, { expires_at: inDays(3) }), now)).toEqual(soon)
    expect(describeChat(chat('a', today, { expires_at: inDays(3), is_saved: true }), now).kind).toBe('time')
  })
})

describe('the list filtered by status, folder and tags', () => {
  const chats = [
    chat('loose', now),
    chat('work', now, { folder: 'w', tags: ['x'] }),
    chat('both', now, { folder: 'w', tags: ['x', 'y'] }),
    chat('saved', now, { folder: 's', is_saved: true }),
    chat('archived', now, { folder: 'a', is_saved: true, is_archived: true }),
  ]
  it.each([
    ['everything', { folder: null, tags: [] }, ['loose', 'work', 'both', 'saved']],
    ['a folder', { folder: 'w', tags: [] }, ['work', 'both']],
    ['no folder', { folder: NO_FOLDER, tags: [] }, ['loose']],
    ['all of several tags', { folder: null, tags: ['y', 'x'] }, ['both']],
    ['saved chats', { folder: null, tags: [], status: 'saved' as const }, ['saved']],
    ['archived chats', { folder: null, tags: [], status: 'archived' as const }, ['archived']],
    ['a folder and a tag', { folder: NO_FOLDER, tags: ['x'] }, []],
  ])('shows %s', (_what, view, ids) => {
    expect(filterChats(chats, { status: 'all', ...view }).map(({ id }) => id)).toEqual(ids)
  })
})

describe('selecting chats', () => {
  const listed = ['a', 'b', 'c', 'd'].map((id) => ({ id }))
  const choose = (selected: string[], id: string, anchor: string | null, range: boolean) =>
    [...selectChat(new Set(selected), id, { listed, anchor, range })].sort().join('')

  it('adds a chat and removes it again', () => {
    expect(choose(['a'], 'c', 'a', false)).toBe('ac')
    expect(choose(['a', 'c'], 'c', 'c', false)).toBe('a')
  })

  it('extends from the anchor in either direction, and keeps the earlier selection', () => {
    expect(choose(['d'], 'c', 'a', true)).toBe('abcd')
    expect(choose([], 'b', 'd', true)).toBe('bcd')
    expect(choose([], 'b', 'gone', true)).toBe('b')
    expect(choose([], 'b', null, true)).toBe('b')
  })
})
