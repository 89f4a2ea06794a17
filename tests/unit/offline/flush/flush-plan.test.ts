import { describe, expect, it, test } from 'vitest'
import type { OutboxEntry } from '#offline/database/rows.ts'
import { dueAt, planFlush } from '#offline/flush/flush-plan.ts'
import { messageEntry, outboxEntry } from '#support/device/outbox-entry.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')
const HOUR = 3_600_000

const ready = (entries: OutboxEntry[], busy?: Set<string>) => planFlush(entries, NOW, busy && { busy }).ready
const make = (id: string, more: object = {}) => outboxEntry('chat.create', { queueKey: id, body: { id }, ...more })
const rename = (chatId: string, more: object = {}) =>
  outboxEntry('chat.update', { queueKey: chatId, body: { title: 'A' }, ...more })
const failed = { state: 'failed' } as const

describe('the plan of a flush', () => {
  it('takes the oldest entry of each chat, and none of a chat with a request in progress', () => {
    const [one, two, other] = [messageEntry('a'), messageEntry('a'), messageEntry('b')]
    expect(ready([one, two, other])).toEqual([one, other])
    expect(ready([one, two, other], new Set(['a']))).toEqual([other])
  })

  it('states when the first of the waiting entries is due', () => {
    const wait = (chatId: string, ms: number) => messageEntry(chatId, { nextAttemptAt: NOW + ms })
    const now = messageEntry('c', { nextAttemptAt: NOW })
    const entries = [wait('a', 2_000), wait('b', 1_000), wait('d', 3_000), now]
    expect(planFlush(entries, NOW)).toEqual({ ready: [now], nextAt: NOW + 1_000 })
    expect(planFlush([now], NOW)).toEqual({ ready: [now], nextAt: null })
    expect(planFlush([], NOW)).toEqual({ ready: [], nextAt: null })
  })

  it('skips entries that another flush has leased until the lease expires, unless no other flush can run', () => {
    const entry = messageEntry('a', { lease: { owner: 'x', until: NOW + 1 } })
    expect(planFlush([entry], NOW)).toEqual({ ready: [], nextAt: NOW + 1 })
    expect(planFlush([entry], NOW + 1).ready).toEqual([entry])
    expect(planFlush([entry], NOW, { leasesCount: false }).ready).toEqual([entry])
    expect(dueAt(messageEntry('a', { nextAttemptAt: NOW + 5, lease: { owner: 'x', until: NOW } }), NOW, true)).toBe(
      NOW + 5,
    )
  })

  it('ignores a time more than an hour ahead, which comes from a wrong clock', () => {
    const at = (nextAttemptAt: number) => dueAt(messageEntry('a', { nextAttemptAt }), NOW, true)
    expect([at(NOW + HOUR), at(NOW + HOUR + 1)]).toEqual([NOW + HOUR, NOW])
  })
})

describe('a rejected entry', () => {
  it('does not block independent entries, and is not retried by itself', () => {
    const refused = rename('a', failed)
    const message = messageEntry('a')
    expect(ready([refused, message])).toEqual([message])
    expect(ready([refused])).toEqual([])
  })

  it('does not block a new value of the same field, which waits only while the first may still be sent', () => {
    const again = rename('a')
    expect(ready([rename('a', failed), again])).toEqual([again])
    const move = outboxEntry('chat.update', { queueKey: 'a', body: { folder: 'f', title: 'B' } })
    const unmade = outboxEntry('folder.create', { queueKey: 'f', body: { id: 'f', name: 'F' }, ...failed })
    // The move waits for its folder, and a later change of the title waits with it.
    expect(ready([unmade, move, rename('a')])).toEqual([])
    const saved = outboxEntry('chat.update', { queueKey: 'a', body: { is_saved: true } })
    expect(ready([unmade, move, saved])).toEqual([saved])
  })

  it('blocks later messages of its chat when it is a message, and everything when it would have created the chat', () => {
    const refused = messageEntry('a', failed)
    const title = rename('a')
    expect(ready([refused, messageEntry('a'), title])).toEqual([title])
    expect(ready([make('a', failed), title, messageEntry('a')])).toEqual([])
  })

  it('does not block the deletion of its chat', () => {
    const deletion = outboxEntry('chat.delete', { queueKey: 'a', body: {} })
    expect(ready([make('a', failed), messageEntry('a', failed), deletion])).toEqual([deletion])
  })
})

describe('an entry that waits for its next try', () => {
  const later = { nextAttemptAt: NOW + 1_000 }
  const change = (body: object, more: object = {}) => outboxEntry('chat.update', { queueKey: 'a', body, ...more })
  const erase = (message: string, more: object = {}) =>
    outboxEntry('message.delete', { queueKey: 'a', body: { message }, ...more })
  const rate = (message: string, more: object = {}) =>
    outboxEntry('message.feedback', { queueKey: 'a', body: { message, rating: 'helpful' }, ...more })
  const offer = (message: string, more: object = {}) => {
    const texts = { question: 'Why?', answer: 'So.', language: 'en' } as const
    return outboxEntry('exchange.offer', { queueKey: 'a', body: { message, ...texts }, ...more })
  }
  const end = (kind: 'chat.delete' | 'chat.restore' | 'chat.erase', more: object = {}) =>
    outboxEntry(kind, { queueKey: 'a', body: {}, ...more })
  const edit = (more: object = {}) => {
    const body = {
      id: 'e',
      chat: 'a',
      content: 'B',
      request_mode: 'text',
      response_mode: 'text',
      replaces: 'm',
    } as const
    return messageEntry('a', { id: 'e', body, title: 'B', ...more })
  }
  const fact = (body: object, more: object = {}) =>
    outboxEntry('profile.update', { queueKey: 'profile', body, ...more })

  it('does not block what depends on none that waits, which is sent one after the other', () => {
    const clear = () => outboxEntry('history.clear', { queueKey: 'history', body: { include_saved: false } })
    const entries = [messageEntry('a', later), erase('other'), change({ is_saved: true }), clear(), rename('b')]
    const sent: OutboxEntry['kind'][][] = []
    let left: OutboxEntry[] = entries
    for (let next = ready(left); next.length > 0; next = ready(left)) {
      sent.push(next.map(({ kind }) => kind))
      left = left.filter((entry) => !next.includes(entry))
    }
    expect(sent).toEqual([['message.delete', 'chat.update'], ['chat.update'], ['history.clear']])
    expect(planFlush(left, NOW)).toEqual({ ready: [], nextAt: NOW + 1_000 })
  })

  it.each([
    ['a question', () => [messageEntry('a', later), messageEntry('a')]],
    ['the creation of its chat', () => [make('a', later), messageEntry('a')]],
    ['the choice of a path', () => [change({ path: 'q' }, later), messageEntry('a')]],
    ['the choice of a version', () => [change({ versions: ['v'] }, later), messageEntry('a')]],
    ['the deletion of a message', () => [erase('m', later), messageEntry('a')]],
    ['the end of a title, which the question gives anew', () => [change({ title: '' }, later), messageEntry('a')]],
    ['the restoration of its chat', () => [end('chat.restore', later), messageEntry('a')]],
  ])('is waited for by a question when it is %s', (_, entries) => {
    expect(ready(entries())).toEqual([])
  })

  it('is not waited for by a question when it is another change of the chat', () => {
    const question = messageEntry('a')
    expect(ready([change({ title: 'B', is_pinned: true, model: 'm' }, later), rate('m', later), question])).toEqual([
      question,
    ])
  })

  it.each([
    ['the choice of a path, when it is a question', () => [messageEntry('a', later), change({ path: 'q' })]],
    ['the choice of a version, when it is a question', () => [messageEntry('a', later), change({ versions: ['v'] })]],
    ['the choice of a path, when it is a deletion', () => [erase('m', later), change({ path: 'q' })]],
    ['another path', () => [change({ path: 'q' }, later), change({ path: 'r' })]],
    ['another title, when it is an edit that gives one', () => [edit(later), rename('a')]],
    ['another title, when it is a deletion that gives one', () => [erase('m', { ...later, title: '' }), rename('a')]],
    ['a change of the chat, when it is its deletion', () => [end('chat.delete', later), rename('a')]],
    ['the deletion of a message, when it is its edit', () => [edit(later), erase('m')]],
    ['the deletion of a message, when it is its sending', () => [edit(later), erase('e')]],
    ['the deletion of a message, when it restores the chat', () => [end('chat.restore', later), erase('m')]],
    ['the deletion of the chat', () => [messageEntry('a', later), end('chat.delete')]],
    ['the restoration of the chat', () => [end('chat.delete', later), end('chat.restore')]],
    ['another rating of the answer', () => [rate('m', later), rate('m')]],
    [
      'the withdrawal of the answer, when it is its offer',
      () => [offer('m', later), outboxEntry('exchange.withdraw', { queueKey: 'a', body: { message: 'm' } })],
    ],
    ['the addition of a fact', () => [fact({ memories_remove: ['f'] }, later), fact({ memories_add: ['g'] })]],
  ])('is waited for by %s', (_, entries) => {
    expect(ready(entries())).toEqual([])
  })

  it.each([
    ['a rating of another answer', () => [rate('m', later), rate('n')]],
    ['another title, when it is a question that gives none', () => [messageEntry('a', later), rename('a')]],
    ['a rating, when it is a question', () => [messageEntry('a', later), rate('m')]],
    ['the deletion of an answer, when it is its rating', () => [rate('m', later), erase('m')]],
  ])('is not waited for by %s', (_, entries) => {
    expect(ready(entries())).toHaveLength(1)
  })

  it('counts for the time of the next flush unless it also depends on one that waits', () => {
    const [first, second] = [messageEntry('a', { nextAttemptAt: NOW + 2_000 }), messageEntry('a', later)]
    const pin = change({ is_pinned: true })
    expect(planFlush([first, second, pin], NOW)).toEqual({ ready: [pin], nextAt: NOW + 2_000 })
  })

  it('blocks all of its queue while another flush is sending it', () => {
    const leased = change({ is_saved: true }, { lease: { owner: 'x', until: NOW + 1 } })
    expect(planFlush([leased, rename('a')], NOW)).toEqual({ ready: [], nextAt: NOW + 1 })
  })
})

test('an entry that is held is neither sent nor has a time, and what depends on it waits', () => {
  const [question, next, title] = [messageEntry('a'), messageEntry('a'), rename('a')]
  const isHeld = ({ id }: OutboxEntry) => id === question.id
  expect(planFlush([question, next], NOW, { isHeld })).toEqual({ ready: [], nextAt: null })
  expect(planFlush([question, next, title], NOW, { isHeld })).toEqual({ ready: [title], nextAt: null })
})

describe('the deletion of a message', () => {
  const deletion = (message: string) => outboxEntry('message.delete', { queueKey: 'a', body: { message } })
  const unmade = outboxEntry('folder.create', { queueKey: 'f', body: { id: 'f', name: 'F' }, ...failed })
  const waiting = outboxEntry('chat.update', { queueKey: 'a', body: { folder: 'f' } })

  it('waits for the sending of that message and for nothing else', () => {
    const chat = make('a', failed)
    const message = messageEntry('a', { id: 'm' })
    expect(ready([chat, message, deletion('m')])).toEqual([])
    const other = deletion('n')
    expect(ready([chat, message, other])).toEqual([other])
    expect(ready([unmade, waiting, other])).toEqual([other])
  })

  it('is sent when that message was rejected', () => {
    const gone = deletion('m')
    expect(ready([messageEntry('a', { id: 'm', ...failed }), gone])).toEqual([gone])
  })
})

describe('a folder or tag', () => {
  const folder = (more: object = {}) =>
    outboxEntry('folder.create', { queueKey: 'f', body: { id: 'f', name: 'F' }, ...more })
  const tag = (more: object = {}) => outboxEntry('tag.create', { queueKey: 't', body: { id: 't', name: 'T' }, ...more })

  it('is created before a chat is moved into it, whatever became of earlier attempts', () => {
    const [f, t] = [folder(), tag()]
    const move = outboxEntry('chat.update', { queueKey: 'a', body: { folder: 'f' } })
    const mark = outboxEntry('chat.update', { queueKey: 'b', body: { tags_add: ['t'] } })
    const other = outboxEntry('chat.update', { queueKey: 'c', body: { folder: 'known' } })
    expect(ready([f, t, move, mark, other])).toEqual([f, t, other])
    expect(ready([move, mark, other])).toEqual([move, mark, other])
    expect(ready([folder(failed), move])).toEqual([])
  })

  it.each(['folder.delete', 'tag.delete'] as const)('is deleted by %s after all entries that refer to it', (kind) => {
    const move = outboxEntry('chat.update', { queueKey: 'a', body: { folder: 'f' } })
    const deletion = outboxEntry(kind, { queueKey: 'f', body: {} })
    const later = outboxEntry('chat.update', { queueKey: 'b', body: { folder: 'f' } })
    expect(ready([move, deletion])).toEqual([move])
    expect(ready([{ ...move, ...failed }, deletion])).toEqual([deletion])
    expect(ready([deletion, later])).toEqual([deletion, later])
    expect(ready([move, deletion, later])).toEqual([move, later])
  })
})

describe.each([
  ['clearing the history', () => outboxEntry('history.clear', { queueKey: 'history', body: { include_saved: false } })],
  ['emptying Recently deleted', () => outboxEntry('history.empty', { queueKey: 'history', body: {} })],
])('%s', (_, makeClearing) => {
  const save = () => outboxEntry('chat.update', { queueKey: 'a', body: { is_saved: true } })
  const restore = () => outboxEntry('chat.restore', { queueKey: 'b', body: {} })

  it('waits for earlier changes of chats, and later ones wait for it', () => {
    const entries = [save(), makeClearing(), restore()]
    expect(ready(entries)).toEqual(entries.slice(0, 1))
    expect(ready(entries.slice(1))).toEqual(entries.slice(1, 2))
  })

  it('neither waits for new chats and messages nor holds them up', () => {
    const entries = [make('c'), messageEntry('d'), makeClearing(), make('e'), messageEntry('f')]
    expect(ready(entries)).toEqual(entries)
  })

  it('neither waits for changes that keep or delete no chat nor holds them up', () => {
    const later = { nextAttemptAt: NOW + 1_000 }
    const [clearing, title] = [makeClearing(), rename('b')]
    expect(ready([rename('a', later), clearing, title])).toEqual([clearing, title])
  })

  it('does not wait for rejected changes, nor do others for it when it is rejected', () => {
    const [clearing, later] = [makeClearing(), restore()]
    expect(ready([{ ...save(), ...failed }, clearing])).toEqual([clearing])
    expect(ready([{ ...clearing, ...failed }, later])).toEqual([later])
  })
})

describe.each(['chat.restore', 'chat.erase'] as const)('%s', (kind) => {
  const unmade = outboxEntry('folder.create', { queueKey: 'f', body: { id: 'f', name: 'F' }, ...failed })
  const move = outboxEntry('chat.update', { queueKey: 'a', body: { folder: 'f' } })

  it('waits for an earlier change of its chat, unless that was rejected', () => {
    const entry = outboxEntry(kind, { queueKey: 'a', body: {} })
    expect(ready([unmade, move, entry])).toEqual([])
    expect(ready([rename('a', failed), entry])).toEqual([entry])
  })
})

test('a change of a chat waits for its restoration', () => {
  const unmade = outboxEntry('folder.create', { queueKey: 'f', body: { id: 'f', name: 'F' }, ...failed })
  const move = outboxEntry('chat.update', { queueKey: 'a', body: { folder: 'f' } })
  const [restore, change] = [outboxEntry('chat.restore', { queueKey: 'a', body: {} }), rename('a')]
  expect(ready([unmade, move, restore, change])).toEqual([])
  expect(ready([{ ...restore, ...failed }, change])).toEqual([change])
})
