import { v7 as uuid } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import type { MessageRow, OutboxEntry } from '#offline/database/rows.ts'
import { TextIndex } from '#offline/search/text-index.ts'

const CHAT = uuid()
const MOST = { titles: 20, messages: 50 }
const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()

const row = (id: string, seq: number, content: string, more: Partial<MessageRow> = {}): MessageRow => {
  const place = { userId: 7, id, chat: CHAT, seq, role: 'user', reply_to: null, version: 1 } as const
  const state = { status: 'complete', failure: null, replaces: null, superseded_by: null, scores: null } as const
  return { ...place, ...state, content, has_reasoning: false, created_at: at(seq), updated_at: at(seq), ...more }
}

const common = (state: OutboxEntry['state'] = 'waiting') => {
  const times = { nextAttemptAt: 0, created_at: Date.parse(at(99)) }
  return { userId: 7, queueKey: CHAT, state, attempts: 0, lease: null, error: null, ...times }
}
const send = (id: string, content: string, place?: number, state?: OutboxEntry['state']): OutboxEntry => ({
  ...common(state),
  kind: 'message.send',
  id,
  body: { id, chat: CHAT, content, request_mode: 'text', response_mode: 'text' },
  ...(place === undefined ? {} : { place }),
})
const deletion = (message: string, state?: OutboxEntry['state']): OutboxEntry => ({
  ...common(state),
  kind: 'message.delete',
  id: uuid(),
  body: { message },
})

let index: TextIndex
const found = (term: string, most = MOST) =>
  index.search([term], most).map(({ chatId, messageId }) => messageId ?? chatId)

beforeEach(() => {
  index = new TextIndex()
  index.putTitle(CHAT, 'Birds', at(0))
})

describe('titles', () => {
  it('come before messages, sorted by the newest message of their chats, up to a limit', () => {
    index.putTitle('a', 'Heron one', at(2))
    index.putTitle('b', 'Heron two', at(3))
    index.putTitle('c', 'Heron three', at(1))
    index.putMessage(row('m', 1, 'a heron'))
    expect(found('heron')).toEqual(['b', 'a', 'c', 'm'])
    index.putTitle('c', 'Heron three', at(4))
    expect(found('heron')).toEqual(['c', 'b', 'a', 'm'])
    expect(found('heron', { titles: 2, messages: 50 })).toEqual(['c', 'b', 'm'])
  })

  it('are found by their current text, and not after they are deleted', () => {
    index.putTitle('a', 'Heron', at(1))
    index.putTitle('a', 'Stork', at(1))
    expect([found('heron'), found('stork')]).toEqual([[], ['a']])
    index.removeTitle('unknown')
    index.removeTitle('a')
    expect(found('stork')).toEqual([])
    index.putTitle('b', 'Heron', at(1))
    index.putTitle('c', 'Heron', at(1))
    index.retainTitles(new Set(['c']))
    expect(found('heron')).toEqual(['c'])
  })
})

describe('messages', () => {
  it('are sorted newest first, then by position, up to a limit', () => {
    index.putMessage(row('second', 2, 'a heron'))
    index.putMessage(row('first', 1, 'a heron'))
    index.putMessage(row('fourth', 4, 'a heron', { created_at: at(3) }))
    index.putMessage(row('third', 3, 'a heron'))
    expect(found('heron')).toEqual(['fourth', 'third', 'second', 'first'])
    expect(found('heron', { titles: 20, messages: 2 })).toEqual(['fourth', 'third'])
    index.putMessage(row('fifth', 5, 'a heron'))
    index.removeMessage('third')
    expect(found('heron')).toEqual(['fifth', 'fourth', 'second', 'first'])
  })

  it('are sorted by their times, not by their positions in their chats', () => {
    index.putMessage(row('late', 1, 'a heron', { created_at: at(9) }))
    index.putMessage(row('early', 8, 'a heron', { created_at: at(2) }))
    index.putMessage(row('later', 2, 'a heron', { created_at: at(9) }))
    index.putMessage(row('earlier', 7, 'a heron', { created_at: at(2) }))
    expect(found('heron')).toEqual(['later', 'late', 'early', 'earlier'])
  })

  it('are found by their current text, and not after they are deleted', () => {
    index.putMessage(row('m', 1, 'a heron'))
    index.putMessage(row('m', 1, 'a stork', { updated_at: at(2) }))
    expect([found('heron'), found('stork')]).toEqual([[], ['m']])
    index.putMessage(row('m', 1, 'a stork', { updated_at: at(3), status: 'deleted' }))
    index.removeMessage('unknown')
    expect(found('stork')).toEqual([])
    index.putMessage(row('n', 1, 'a stork'))
    index.putMessage(row('o', 2, 'a stork'))
    index.retainMessages(new Set(['o']))
    expect(found('stork')).toEqual(['o'])
  })

  it('are not found without the title of their chat, which is being deleted then', () => {
    index.putMessage(row('m', 1, 'a heron'))
    index.removeTitle(CHAT)
    expect(found('heron')).toEqual([])
  })

  it('are all hidden by a query without words', () => {
    index.putMessage(row('m', 1, 'a heron'))
    expect(index.search([], MOST)).toEqual([])
  })
})

describe('an unsent entry', () => {
  it('comes before all other messages, the newest first, and once when the server has it too', () => {
    index.putMessage(row('m', 1, 'a heron'))
    index.setWaiting([send('a', 'one heron'), send('b', 'another heron')])
    expect(found('heron')).toEqual(['b', 'a', 'm'])
    expect(index.search(['heron'], MOST)[0]).toEqual({ chatId: CHAT, messageId: 'b', updated: null })
    index.putMessage(row('b', 2, 'another heron'))
    expect(found('heron')).toEqual(['a', 'b', 'm'])
    index.setWaiting([])
    expect(found('heron')).toEqual(['b', 'm'])
  })

  it('hides a message that it deletes and the answers to it until it is rejected', () => {
    index.putMessage(row('q', 1, 'a heron'))
    index.putMessage(row('a', 2, 'your heron', { role: 'assistant', reply_to: 'q' }))
    index.putMessage(row('r', 3, 'my heron'))
    index.setWaiting([deletion('q')])
    expect(found('heron')).toEqual(['r'])
    index.setWaiting([deletion('a')])
    expect(found('heron')).toEqual(['r', 'q'])
    index.setWaiting([deletion('q', 'failed')])
    expect(found('heron')).toEqual(['r', 'a', 'q'])
    index.setWaiting([deletion('s'), send('s', 'the last heron')])
    expect(found('heron')).toEqual(['r', 'a', 'q'])
  })

  it('hides everything after a question that it edits until it is rejected', () => {
    for (const n of [1, 2, 3]) index.putMessage(row(`m${n}`, n, 'a heron'))
    index.setWaiting([send('a', 'an ibis', 2), send('b', 'an ibis', 3)])
    expect(found('heron')).toEqual(['m1'])
    index.setWaiting([send('a', 'an ibis', 3), send('b', 'an ibis', 2, 'failed')])
    expect(found('heron')).toEqual(['m2', 'm1'])
    index.setWaiting([send('a', 'an ibis')])
    expect(found('heron')).toEqual(['m3', 'm2', 'm1'])
  })

  it('hides a later version of an answer only with its question', () => {
    index.putMessage(row('q1', 1, 'first question'))
    index.putMessage(row('q2', 3, 'second question'))
    index.putMessage(row('again', 5, 'a heron', { role: 'assistant', reply_to: 'q1', version: 2 }))
    index.putMessage(row('lost', 6, 'a heron', { role: 'assistant', reply_to: 'unknown' }))
    index.setWaiting([send('a', 'an ibis', 3)])
    expect(found('heron')).toEqual(['again'])
  })
})
