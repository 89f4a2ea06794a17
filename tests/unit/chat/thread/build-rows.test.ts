import { describe, expect, it } from 'vitest'
import type { Message } from '#contract/objects/chat.ts'
import { markdownToText } from '#features/chat/markdown/markdown-to-text.ts'
import { buildRows } from '#features/chat/thread/rows/build-rows.ts'
import { listStreaming } from '#features/chat/thread/rows/list-streaming.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'

const chatId = '01960000-0000-7000-8000-000000000000'
const message = (seq: number, more: Partial<Message> = {}): Message => ({
  id: `01960000-0000-7000-8000-00000000000${seq}`,
  chat: chatId,
  role: seq % 2 === 1 ? 'user' : 'assistant',
  content: `text ${seq}`,
  status: 'complete',
  created_at: '2026-01-01T00:00:00.000Z',
  seq,
  reply_to: seq % 2 === 1 ? null : `01960000-0000-7000-8000-00000000000${seq - 1}`,
  version: 1,
  failure: null,
  updated_at: '2026-01-01T00:00:00.000Z',
  replaces: null,
  superseded_by: null,
  has_reasoning: false,
  scores: null,
  ...more,
})
const idAt = (seq: number) => message(seq).id
const entry = (id: string, more: Partial<OutboxEntry> = {}): OutboxEntry =>
  ({
    id,
    userId: 1,
    queueKey: chatId,
    state: 'waiting',
    attempts: 0,
    nextAttemptAt: 0,
    lease: null,
    error: null,
    created_at: 0,
    kind: 'message.send',
    body: { id, chat: chatId, content: 'unsent', request_mode: 'text', response_mode: 'text' },
    ...more,
  }) as OutboxEntry

const attached = (id: string) => ({
  ...{ id, name: `${id}.txt`, media_type: 'text/plain', size: 1, sha256: '', width: null, height: null },
})

describe('the files of a question', () => {
  it('stay the same row when the message is acknowledged, and are those of the server then', () => {
    const files = [attached('a'), attached('b')]
    const waiting = buildRows([], [entry(message(1).id, { files } as Partial<OutboxEntry>)], [])
    expect(waiting).toMatchObject([{ files }])
    const sent = files.map((file) => ({ ...file, url: '/', thumbnail_url: null }))
    const [row] = buildRows([message(1, { files: sent })], [], waiting)
    expect(row).toMatchObject({ send: { kind: 'sent' }, files: sent })
    expect(buildRows([message(1, { files: [] })], [], [row ?? fail()])).not.toEqual([row])
  })

  it('name the one that was refused, and why', () => {
    const failed = { state: 'failed', error: { code: 'file_encrypted', status: 422, message: '', file: 'b' } }
    const rows = buildRows([], [entry('q', { files: [attached('a'), attached('b')], ...failed } as object)], [])
    expect(rows).toMatchObject([
      { send: { kind: 'failed', code: null }, files: [{ id: 'a' }, { id: 'b', refused: 'file_encrypted' }] },
    ])
    expect(rows).not.toMatchObject([{ files: [{ refused: 'file_encrypted' }, {}] }])
  })
})

const fail = (): never => {
  throw new Error('there is no row')
}

describe('the rows of a chat', () => {
  it('are messages by position, followed by unsent ones', () => {
    const rows = buildRows([message(1), message(2)], [entry('a')], [])
    expect(rows.map(({ kind, key }) => [kind, key.slice(-1)])).toEqual([
      ['question', '1'],
      ['answer', '1'],
      ['question', 'a'],
    ])
  })

  it('show the newest version of an answer at the position of the first', () => {
    const again = message(5, { role: 'assistant', reply_to: message(1).id, version: 2, content: 'better' })
    const rows = buildRows([message(1), message(2), message(3), message(4), again], [], [])
    expect(rows).toHaveLength(4)
    expect(rows[1]).toMatchObject({ kind: 'answer', message: { content: 'better' } })
  })

  it('show a message once when it has arrived and is still in the outbox', () => {
    expect(buildRows([message(1)], [entry(message(1).id)], [])).toHaveLength(1)
  })

  it('mark a message behind a rejected new chat as not sent', () => {
    const error = { code: 'bad_request', status: 400, message: 'Too long' }
    const creation = entry('c', {
      kind: 'chat.create',
      body: { id: chatId },
      state: 'failed',
      error,
    } as Partial<OutboxEntry>)
    expect(buildRows([], [creation, entry('a')], [])).toMatchObject([
      { key: 'a', send: { kind: 'failed', code: 'bad_request', reason: 'Too long' } },
    ])
  })

  it('say of a message behind a deletion that could not be sent what both wait for', () => {
    const error = { code: 'network', status: 0, message: 'fetch failed' }
    const deletion = entry('d', {
      kind: 'message.delete',
      body: { message: idAt(9) },
      attempts: 1,
      error,
    } as Partial<OutboxEntry>)
    expect(buildRows([], [entry('before'), deletion, entry('a')], [])).toMatchObject([
      { key: 'before', send: { kind: 'waiting', code: null } },
      { key: 'a', send: { kind: 'waiting', code: 'network' } },
    ])
    expect(buildRows([], [{ ...deletion, state: 'failed' }, entry('a')], [])).toMatchObject([
      { key: 'a', send: { kind: 'waiting', code: null } },
    ])
  })

  it('say what waiting messages wait for under the last of them only', () => {
    const followed = (waiting: readonly OutboxEntry[]) =>
      buildRows([message(1), message(2)], waiting, []).flatMap((row) =>
        row.kind === 'question' ? [row.isFollowed] : [],
      )
    expect(followed([entry('a'), entry('b'), entry('c')])).toEqual([false, true, true, false])
    expect(followed([entry('a', { state: 'failed' }), entry('b'), entry('c')])).toEqual([false, false, true, false])
    const before = buildRows([], [entry('a'), entry('b')], [])
    expect(buildRows([], [entry('a')], before)).not.toContain(before[0])
  })

  it('list unfinished answers in the order in which they are generated, whatever their position', () => {
    const again = message(5, { role: 'assistant', reply_to: message(1).id, version: 2, status: 'streaming' })
    const rows = buildRows([message(1), message(2), message(3), message(4, { status: 'streaming' }), again], [], [])
    expect(listStreaming(rows)).toEqual([message(4).id, again.id])
  })

  it('state of each question how far it has come', () => {
    const error = { code: 'id_conflict', status: 409, message: 'This id is already used' }
    const rows = buildRows(
      [message(1)],
      [
        entry('a'),
        entry('b', { state: 'sending' }),
        entry('c', { state: 'failed', error }),
        entry('d', { error: { code: 'limit_reached', status: 429, message: '', resets_at: '2026-02-01T00:00:00Z' } }),
        entry('e', { kind: 'chat.update', body: {} } as Partial<OutboxEntry>),
      ],
      [],
    )
    expect(rows.map((row) => row.kind === 'question' && row.send)).toEqual([
      { kind: 'sent' },
      { kind: 'waiting', code: null },
      { kind: 'sending' },
      { kind: 'failed', code: 'id_conflict', reason: 'This id is already used' },
      { kind: 'held', code: 'limit_reached', resetsAt: '2026-02-01T00:00:00Z' },
    ])
  })

  it('show on a question that was not tried yet why the one before it waits', () => {
    const lost = { code: 'network', status: 0, message: '' }
    const refused = { code: 'payload_too_large', status: 413, message: '' }
    const sends = (...entries: OutboxEntry[]) =>
      buildRows([], entries, []).map((row) => row.kind === 'question' && row.send)
    expect(sends(entry('a', { error: lost }), entry('b'), entry('c'))[2]).toEqual({ kind: 'waiting', code: 'network' })
    expect(sends(entry('a', { state: 'failed', error: refused }), entry('b'), entry('c')).slice(1)).toEqual([
      { kind: 'behind' },
      { kind: 'behind' },
    ])
    expect(sends(entry('a', { state: 'sending' }), entry('b'))[1]).toEqual({ kind: 'waiting', code: null })
  })

  it('keep the objects of unchanged rows, so that they do not render again', () => {
    const before = buildRows([message(1), message(2), message(3)], [entry('a')], [])
    const after = buildRows([message(1), message(2, { content: 'more' }), message(3)], [entry('a')], before)
    expect(after.map((row, index) => row === before[index])).toEqual([true, false, true, true])
  })
})

describe('the text of an answer for reading aloud', () => {
  it('leaves out Markdown syntax and keeps the words', () => {
    const text = '## Plan\n\n- say **no**\n- see [this](https://a.b)\n\n```js\nlet a\n```\n> quoted'
    expect(markdownToText(text)).toBe('Plan\nsay no\nsee this\nlet a\nquoted')
  })
})

describe('the boundary of what the model got in full', () => {
  const earlier = (end: number, summary: number | null) => ({
    earlier: { end: idAt(end), summary: summary === null ? null : idAt(summary) },
  })
  const boundaries = (messages: readonly Message[]) =>
    buildRows(messages, [], []).flatMap((row) => (row.boundary ? [[row.key, row.boundary.answerId]] : []))

  it('is below the last message that the newest finished answer was written without', () => {
    const messages = [1, 2, 3].map((seq) => message(seq))
    const answers = [message(4, earlier(2, 2)), message(5), message(6, earlier(4, 2)), message(7)]
    const streaming = message(8, { status: 'streaming', content: '' })
    expect(boundaries([...messages, ...answers, streaming])).toEqual([[idAt(3), idAt(6)]])
  })

  it('is nowhere when the newest answer got everything, or that message is not loaded', () => {
    expect(boundaries([message(1), message(2, earlier(1, null)), message(3), message(4)])).toEqual([])
    expect(boundaries([message(5), message(6, earlier(2, 2))])).toEqual([])
  })

  it('renders only the rows between which it moves again', () => {
    const before = [1, 2, 3, 4, 5, 6].map((seq) => message(seq))
    const rows = buildRows([...before, message(7), message(8, earlier(2, 2))], [], [])
    const after = buildRows([...before, message(7), message(8, earlier(4, 4))], [], rows)
    expect(after.map((row, at) => row === rows[at])).toEqual([true, false, true, false, true, true, true, true])
    expect(buildRows([...before, message(7), message(8, earlier(4, 4))], [], after)).toBe(after)
  })
})
