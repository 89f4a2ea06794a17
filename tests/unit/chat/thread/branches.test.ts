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
  rows.map((row) => (row.kind === 'question' ? row.key : row.versions.map(({ id }) => id).join('+')))
const edits = (row: Row | undefined) => (row?.kind === 'question' ? row.branches : undefined)
const on = (path: string | null, versions: string[] = []) => ({ path, versions })

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

  it('show the one that was chosen last, the newest without a choice', () => {
    const current = (versions: string[]) => {
      const row = buildRows(messages, [], [], on(null, versions))[1]
      return row?.kind === 'answer' ? row.message.id : null
    }
    expect([current([]), current(['one']), current(['one', 'two']), current(['two', 'one'])]).toEqual([
      ...['two', 'one', 'two', 'one'],
    ])
    expect(current(['gone'])).toBe('two')
    const before = buildRows(messages, [], [])
    expect(buildRows(messages, [], before, on(null, ['one']))[1]).not.toBe(before[1])
    expect(buildRows(messages, [], before, on(null, ['two']))).toBe(before)
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
  it('show the current one and its position among its edits', () => {
    const rows = buildRows(edited, [], [])
    expect(show(rows)).toEqual(['q1c', 'a1c'])
    expect(edits(rows[0])).toEqual({ members: ['q1', 'q1b', 'q1c'], at: 2 })
  })

  it('show another one as far as its newest question when the path leads through it', () => {
    const first = buildRows(edited, [], [], on('q1'))
    expect(show(first)).toEqual(['q1', 'a1', 'q2b', 'a2b'])
    expect(first.map(edits)).toEqual([
      { members: ['q1', 'q1b', 'q1c'], at: 0 },
      undefined,
      { members: ['q2', 'q2b'], at: 1 },
      undefined,
    ])
    expect(show(buildRows(edited, [], [], on('q2')))).toEqual(['q1', 'a1', 'q2', 'a2'])
    expect(show(buildRows(edited, [], [], on('q1b')))).toEqual(['q1b', 'a1b'])
    expect(show(buildRows(edited, [], [], on('a1b')))).toEqual(['q1b', 'a1b'])
  })

  it('show the newest one when the chosen one does not exist', () => {
    expect(show(buildRows(edited, [], [], on('gone')))).toEqual(['q1c', 'a1c'])
    const deleted = edited.map((each) => (each.id === 'q1' ? { ...each, status: 'deleted' as const } : each))
    expect(edits(buildRows(deleted, [], [])[0])).toEqual({ members: ['q1b', 'q1c'], at: 1 })
  })

  it('are the same whether the server has sent `parent` or it is derived from the edits', () => {
    const parents: Record<string, string | null> = { q1: null, q2: 'q1', q2b: 'q1', q1b: null, q1c: null }
    const named = edited.map((each) => (each.role === 'user' ? { ...each, parent: parents[each.id] } : each))
    for (const path of [null, 'q1', 'q2', 'q2b', 'q1b', 'q1c']) {
      expect(buildRows(named, [], [], on(path))).toEqual(buildRows(edited, [], [], on(path)))
    }
  })

  it('wait for older messages when the chosen one is above the loaded part', () => {
    const loaded = edited.slice(6).map((each) => (each.role === 'user' ? { ...each, parent: null } : each))
    expect(show(buildRows(loaded, [], [], on('q2b')))).toEqual([])
    expect(show(buildRows(loaded, [], [], on('q1b')))).toEqual(['q1b', 'a1b'])
  })

  it('show an unsent question on the branch where it was asked only', () => {
    const body = { id: 'new', chat: chatId, content: 'New', request_mode: 'text', response_mode: 'text', parent: 'q1' }
    const asked = waiting('new', { kind: 'message.send', body })
    expect(show(buildRows(edited, [asked], []))).toEqual(['q1', 'a1', 'q2b', 'a2b', 'new'])
    expect(show(buildRows(edited, [asked], [], on('q1')))).toEqual(['q1', 'a1', 'q2b', 'a2b', 'new'])
    expect(show(buildRows(edited, [asked], [], on('q1b')))).toEqual(['q1b', 'a1b'])
    const second = waiting('second', { kind: 'message.send', body: { ...body, id: 'second' } })
    expect(show(buildRows(edited, [asked, second], []))).toEqual(['q1', 'a1', 'q2b', 'a2b', 'new', 'second'])
    // A refused one stays in view, whatever is shown.
    expect(show(buildRows(edited, [{ ...asked, state: 'failed' }], [], on('q1b')))).toEqual(['q1b', 'a1b', 'new'])
  })

  it('have an unsent edit as a branch, from which the earlier one can be chosen', () => {
    const messages = [question(1, 'q1'), answer(2, 'a1', 'q1'), question(3, 'q2'), answer(4, 'a2', 'q2')]
    const rows = buildRows(messages, [edit('new', 'q2', 3)], [])
    expect(edits(rows[2])).toEqual({ members: ['q2', 'new'], at: 1 })
    const back = buildRows(messages, [edit('new', 'q2', 3)], [], on('q2'))
    expect(show(back)).toEqual(['q1', 'a1', 'q2', 'a2'])
    expect(edits(back[2])).toEqual({ members: ['q2', 'new'], at: 0 })
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
