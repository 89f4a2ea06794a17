import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/objects/chat.ts'
import { buildRows, type Row } from '#features/chat/thread/rows/build-rows.ts'
import { listStreaming } from '#features/chat/thread/rows/list-streaming.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'

const chatId = '01960000-0000-7000-8000-000000000000'
const at = '2026-01-01T00:00:00.000Z'
const question = (seq: number, id: string, more: Partial<Message> = {}): Message => ({
  ...{ id, chat: chatId, seq, role: 'user', content: `text of ${id}`, status: 'complete', failure: null, version: 1 },
  ...{ created_at: at, updated_at: at, reply_to: null, replaces: null, superseded_by: null },
  ...{ has_reasoning: false, scores: null, ...more },
})
const answer = (seq: number, id: string, reply_to: string, more: Partial<Message> = {}): Message =>
  question(seq, id, { role: 'assistant', reply_to, ...more })
const waiting = (id: string, more: object): OutboxEntry =>
  ({
    ...{ id, userId: 1, queueKey: chatId, state: 'waiting', attempts: 0, nextAttemptAt: 0, lease: null, error: null },
    ...{ created_at: 0, ...more },
  }) as OutboxEntry
const edit = (id: string, replaces: string, place: number, more: object = {}) => {
  const body = { id, chat: chatId, content: `text of ${id}`, request_mode: 'text', response_mode: 'text', replaces }
  return waiting(id, { kind: 'message.send', body, place, ...more })
}

const show = (rows: readonly Row[]) =>
  rows.map((row) =>
    row.kind === 'question' ? row.key : `${row.versions.map(({ id }) => id).join('+')}${row.past ? ' past' : ''}`,
  )

/** q1 was edited as q1b, which was edited as q1c; in the first branch q2 had been edited as q2b. */
const edited = [
  question(1, 'q1', { superseded_by: 'q1b' }),
  answer(2, 'a1', 'q1', { superseded_by: 'q1b' }),
  question(3, 'q2', { superseded_by: 'q2b' }),
  answer(4, 'a2', 'q2', { superseded_by: 'q2b' }),
  question(5, 'q2b', { replaces: 'q2', superseded_by: 'q1b' }),
  answer(6, 'a2b', 'q2b', { superseded_by: 'q1b' }),
  question(7, 'q1b', { replaces: 'q1', superseded_by: 'q1c' }),
  answer(8, 'a1b', 'q1b', { superseded_by: 'q1c' }),
  question(9, 'q1c', { replaces: 'q1b' }),
  answer(10, 'a1c', 'q1c'),
]

describe('the versions of an answer', () => {
  const messages = [question(1, 'q'), answer(2, 'one', 'q'), question(3, 'p'), answer(4, 'two', 'q', { version: 2 })]

  it('are grouped at the position of the first, without deleted ones', () => {
    expect(show(buildRows(messages, [], []))).toEqual(['q', 'one+two', 'p'])
    const gone = messages.map((each) => (each.id === 'two' ? { ...each, status: 'deleted' as const } : each))
    expect(show(buildRows(gone, [], []))).toEqual(['q', 'one', 'p'])
  })

  it('are all followed while they are written', () => {
    const streaming = messages.map((each) =>
      each.role === 'assistant' ? { ...each, status: 'streaming' as const } : each,
    )
    expect(listStreaming(buildRows(streaming, [], []))).toEqual(['one', 'two'])
  })

  it('are the same row objects until one of them changes', () => {
    const before = buildRows(messages, [], [])
    expect(buildRows(messages, [], before)[1]).toBe(before[1])
    const scores = { created_at: at } as Message['scores']
    const scored = messages.map((each) => (each.id === 'one' ? { ...each, scores } : each))
    expect(buildRows(scored, [], before)[1]).not.toBe(before[1])
  })
})

describe('the branches of a chat', () => {
  it('show the current one and its position among the earlier ones', () => {
    const rows = buildRows(edited, [], [])
    expect(show(rows)).toEqual(['q1c', 'a1c'])
    expect(rows[0]).toMatchObject({ branches: { active: 'q1c', members: ['q1', 'q1b', 'q1c'], at: 2 }, past: false })
  })

  it('show an earlier one read-only, as it was when it was replaced', () => {
    const first = buildRows(edited, [], [], { active: 'q1c', shown: 'q1' })
    expect(show(first)).toEqual(['q1', 'a1 past', 'q2b', 'a2b past'])
    expect(first[0]).toMatchObject({ branches: { active: 'q1c', at: 0 }, past: true })
    expect(show(buildRows(edited, [], [], { active: 'q1c', shown: 'q1b' }))).toEqual(['q1b', 'a1b past'])
  })

  it('return to the current one when the shown branch no longer exists', () => {
    expect(show(buildRows(edited, [], [], { active: 'gone', shown: 'q1' }))).toEqual(['q1c', 'a1c'])
    const deleted = edited.map((each) => (each.id === 'q1' ? { ...each, status: 'deleted' as const } : each))
    expect(show(buildRows(deleted, [], [], { active: 'q1c', shown: 'q1' }))).toEqual(['q1c', 'a1c'])
    expect(buildRows(deleted, [], [])[0]).toMatchObject({ branches: { members: ['q1b', 'q1c'] } })
  })

  it('are hidden at once while an edit waits, and return when it is rejected', () => {
    const messages = [question(1, 'q1'), answer(2, 'a1', 'q1'), question(3, 'q2'), answer(4, 'a2', 'q2')]
    expect(show(buildRows(messages, [edit('new', 'q2', 3)], []))).toEqual(['q1', 'a1', 'new'])
    const refused = edit('new', 'q2', 3, { state: 'failed' })
    expect(show(buildRows(messages, [refused], []))).toEqual(['q1', 'a1', 'q2', 'a2', 'new'])
  })

  it('lose a question with its answers while its deletion waits', () => {
    const messages = [question(1, 'q1'), answer(2, 'a1', 'q1'), question(3, 'q2'), answer(4, 'a2', 'q2')]
    const deletion = waiting('d', { kind: 'message.delete', body: { message: 'q1' } })
    expect(show(buildRows(messages, [deletion], []))).toEqual(['q2', 'a2'])
  })

  it('can be read from rows that were stored before there were branches', () => {
    const { superseded_by: _, replaces: __, failure: ___, ...old } = question(1, 'q1')
    expect(show(buildRows([old as Message], [], []))).toEqual(['q1'])
  })
})
