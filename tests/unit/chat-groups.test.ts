import { describe, expect, it } from 'vitest'
import { describeChat } from '#features/library/describe-chat.ts'
import { groupChats } from '#features/library/group-chats.ts'

const now = new Date(2026, 4, 10, 9, 0)
const chat = (id: string, at: Date, more: { is_saved?: boolean; expires_at?: string | null } = {}) => ({
  id,
  last_message_at: at.toISOString(),
  is_saved: false,
  expires_at: null,
  ...more,
})

describe('the chat list by day', () => {
  it('groups by the calendar of the person, not by 24 hours, newest first', () => {
    const chats = [
      chat('older', new Date(2026, 4, 8, 23, 59)),
      chat('late yesterday', new Date(2026, 4, 9, 23, 59)),
      chat('just after midnight', new Date(2026, 4, 10, 0, 1)),
      chat('early yesterday', new Date(2026, 4, 9, 0, 0)),
      chat('this morning', new Date(2026, 4, 10, 8, 0)),
    ]
    expect(groupChats(chats, now).map(({ day, chats }) => [day, chats.map(({ id }) => id)])).toEqual([
      ['today', ['this morning', 'just after midnight']],
      ['yesterday', ['late yesterday', 'early yesterday']],
      ['older', ['older']],
    ])
  })

  it('counts a chat from a clock that runs ahead as today', () => {
    expect(groupChats([chat('ahead', new Date(2026, 4, 11, 1, 0))], now)[0]?.day).toBe('today')
  })

  it('leaves out days without chats', () => {
    expect(groupChats([], now)).toEqual([])
    expect(groupChats([chat('a', new Date(2025, 0, 1))], now).map(({ day }) => day)).toEqual(['older'])
  })
})

describe('the note beside a title', () => {
  it('is the time today, even of a saved chat', () => {
    expect(describeChat(chat('a', new Date(2026, 4, 10, 8, 5), { is_saved: true }), now).kind).toBe('time')
  })

  it('says afterwards how long the chat is kept', () => {
    const day = new Date(2026, 4, 9, 8, 0)
    const expires = new Date(2026, 4, 22, 8, 0).toISOString()
    expect(describeChat(chat('a', day, { is_saved: true }), now)).toEqual({ kind: 'saved' })
    expect(describeChat(chat('a', day, { expires_at: expires }), now)).toEqual({ kind: 'days-left', days: 12 })
    expect(describeChat(chat('a', day, { expires_at: '2020-01-01T00:00:00Z' }), now)).toMatchObject({ days: 0 })
    expect(describeChat(chat('a', day), now).kind).toBe('date')
  })
})
