import { describe, expect, it } from 'vitest'
import type { OutboxEntry } from '#offline/database/rows.ts'
import { dueAt, planFlush } from '#offline/flush/flush-plan.ts'
import { messageEntry, outboxEntry } from '#support/device/outbox-entry.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')
const HOUR = 3_600_000

const ready = (entries: OutboxEntry[], busy?: Set<string>) => planFlush(entries, NOW, busy).ready
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
    expect(planFlush([entry], NOW, new Set(), false).ready).toEqual([entry])
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

it('a change of a chat waits for its restoration', () => {
  const unmade = outboxEntry('folder.create', { queueKey: 'f', body: { id: 'f', name: 'F' }, ...failed })
  const move = outboxEntry('chat.update', { queueKey: 'a', body: { folder: 'f' } })
  const [restore, change] = [outboxEntry('chat.restore', { queueKey: 'a', body: {} }), rename('a')]
  expect(ready([unmade, move, restore, change])).toEqual([])
  expect(ready([{ ...restore, ...failed }, change])).toEqual([change])
})
