import { v7 as uuid } from 'uuid'
import { afterEach, describe, expect, it, test, vi } from 'vitest'
import { mergeResults } from '#features/search/merge-results.ts'
import { enqueueChatDeletes } from '#offline/chats/chat-trash.ts'
import type { ChatRow, MessageRow } from '#offline/database/rows.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { freeLocalSearch, openLocalSearch } from '#offline/search/local-search.ts'
import { type Device, ME, startDevice } from '#support/device/device.ts'

afterEach(freeLocalSearch)

const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString()

const chatRow = (title: string, more: Partial<ChatRow> = {}): ChatRow => {
  const times = { created_at: at(0), updated_at: at(0), last_message_at: at(0) }
  const state = { folder: null, tags: [], is_saved: false, expires_at: null, preview: '' }
  return { userId: ME, id: uuid(), title, ...times, ...state, ...more }
}

const message = (chat: ChatRow, n: number, content: string, more: Partial<MessageRow> = {}): MessageRow => {
  const place = {
    userId: chat.userId,
    id: uuid(),
    chat: chat.id,
    seq: n,
    role: 'user',
    reply_to: null,
    version: 1,
  } as const
  const state = { status: 'complete', failure: null, replaces: null, superseded_by: null, scores: null } as const
  return { ...place, ...state, content, has_reasoning: false, created_at: at(n), updated_at: at(n), ...more }
}

async function searchOn({ db }: Device, userId = ME) {
  const search = openLocalSearch(db, userId)
  await vi.waitFor(() => expect(search.isComplete()).toBe(true))
  const found = async (query: string) => (await search.search(query)).map(({ snippet }) => snippet)
  return {
    ...search,
    found,
    untilFound: (query: string, texts: string[]) => vi.waitFor(async () => expect(await found(query)).toEqual(texts)),
  }
}

describe('the local search', () => {
  it('finds titles and texts by word prefix, without accents, the newest first', async () => {
    const device = await startDevice()
    const [plans, music] = [chatRow('Planes de otoño'), chatRow('Música', { last_message_at: at(9) })]
    await device.db.chats.bulkPut([plans, music])
    const old = message(plans, 1, 'Una canción vieja')
    await device.db.messages.bulkPut([old, message(music, 2, 'Otra **canción** nueva'), message(plans, 3, 'acanción')])
    const search = await searchOn(device)
    expect(await search.found('cancion')).toEqual(['Otra canción nueva', 'Una canción vieja'])
    expect(await search.found('CANC viej')).toEqual(['Una canción vieja'])
    expect(await search.search('vieja')).toEqual([
      { chat: plans.id, message: old.id, title: 'Planes de otoño', snippet: 'Una canción vieja', at: at(1) },
    ])
    expect(await search.found('otono')).toEqual(['Planes de otoño'])
    expect([await search.found('otoñ'), await search.found('otros'), await search.found('?')]).toEqual([
      ['Planes de otoño'],
      [],
      [],
    ])
  })

  it('finds nothing of other users, nor deleted, superseded or unfinished messages', async () => {
    const device = await startDevice()
    const mine = chatRow('Mine')
    const theirs = chatRow('Theirs heron', { userId: ME + 1 })
    await device.db.chats.bulkPut([mine, theirs])
    await device.db.messages.bulkPut([
      message(theirs, 1, 'their heron'),
      message(mine, 1, 'an old heron', { superseded_by: uuid() }),
      message(mine, 2, '', { status: 'deleted' }),
      message(mine, 3, 'half a heron', { status: 'streaming', role: 'assistant' }),
      message(mine, 4, 'most of a heron', { status: 'interrupted', role: 'assistant' }),
    ])
    expect(await (await searchOn(device)).found('heron')).toEqual(['most of a heron'])
    expect((await (await searchOn(device, ME + 1)).found('heron')).sort()).toEqual(['Theirs heron', 'their heron'])
  })

  it('follows added, changed and deleted messages, also many at once, and those that wait to be sent', async () => {
    const device = await startDevice()
    const { db } = device
    const chat = chatRow('Birds')
    await db.chats.put(chat)
    const search = await searchOn(device)
    const heron = message(chat, 1, 'a heron')
    await db.messages.put(heron)
    await search.untilFound('heron', ['a heron'])
    await db.messages.put({ ...heron, content: 'a stork', updated_at: at(2) })
    await search.untilFound('heron', [])
    await search.untilFound('stork', ['a stork'])
    await db.messages.bulkPut(Array.from({ length: 120 }, (_, n) => message(chat, n + 10, `swift ${n}`)))
    await vi.waitFor(async () => expect(await search.found('swift')).toHaveLength(50))
    expect((await search.found('swift'))[0]).toBe('swift 119')
    await enqueueMessage(db, { userId: ME, chatId: chat.id, content: 'what is an ibis?' })
    await search.untilFound('ibis', ['what is an ibis?'])
    await db.chats.update([ME, chat.id], { title: 'Waders' })
    await search.untilFound('bird', [])
    await enqueueChatDeletes(db, { userId: ME, chatIds: [chat.id] })
    await search.untilFound('swift', [])
    await search.untilFound('wader', [])
  })

  it('hides everything that two edits of one chat replace, and reads again after each failed read', async () => {
    const device = await startDevice()
    const chat = chatRow('Birds')
    await device.db.chats.put(chat)
    const rows = [1, 2, 3].map((n) => message(chat, n, `heron ${n}`))
    await device.db.messages.bulkPut(rows)
    const search = await searchOn(device)
    for (const replaces of [rows[1]?.id, rows[2]?.id]) {
      await enqueueMessage(device.db, { userId: ME, chatId: chat.id, content: 'an ibis', replaces })
    }
    await search.untilFound('ibis', ['an ibis', 'an ibis'])
    expect(await search.found('heron')).toEqual(['heron 1'])
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      vi.spyOn(device.db.messages, 'bulkGet').mockRejectedValueOnce(new Error('The disk hangs'))
      await device.db.messages.update([ME, rows[0]?.id ?? ''], { content: 'a stork', updated_at: at(9) })
      await vi.waitFor(() => expect(reported).toHaveBeenCalledOnce())
      vi.spyOn(device.db.messages, 'where').mockImplementationOnce(() => {
        throw new Error('The disk hangs again')
      })
      vi.advanceTimersByTime(5_000)
      await vi.waitFor(() => expect(reported).toHaveBeenCalledTimes(2))
      vi.advanceTimersByTime(5_000)
      await search.untilFound('stork', ['a stork'])
    } finally {
      vi.useRealTimers()
      vi.unstubAllGlobals()
    }
  })

  it('reads again after the connection to the database was lost, and reports no error', async () => {
    const device = await startDevice()
    const chat = chatRow('Birds')
    await device.db.chats.put(chat)
    const search = await searchOn(device)
    const reported = vi.fn()
    vi.stubGlobal('reportError', reported)
    try {
      const lost = new DOMException('Connection to Indexed Database server lost', 'UnknownError')
      const reads = vi.spyOn(device.db.messages, 'bulkGet').mockRejectedValueOnce(lost)
      await device.db.messages.put(message(chat, 1, 'a stork'))
      await search.untilFound('stork', ['a stork'])
      expect(reads).toHaveBeenCalled()
      expect(reported).not.toHaveBeenCalled()
    } finally {
      vi.unstubAllGlobals()
    }
  })

  it('finds the oldest text too when there are more than one batch', async () => {
    const device = await startDevice()
    const chat = chatRow('Birds')
    await device.db.chats.put(chat)
    // Ids ascend with time, and the reading begins at the end.
    await device.db.messages.bulkPut(Array.from({ length: 201 }, (_, n) => message(chat, n, `bird number${n}`)))
    const search = await searchOn(device)
    expect(await search.found('number0')).toEqual(['bird number0'])
    expect(await search.found('number200')).toEqual(['bird number200'])
  })

  it('forgets messages that were deleted while it could not read', async () => {
    const device = await startDevice()
    const { db } = device
    const [kept, gone] = [chatRow('Birds here'), chatRow('Birds gone')]
    await db.chats.bulkPut([kept, gone])
    const [text, lost] = [message(kept, 1, 'a heron'), message(kept, 2, 'a lost heron')]
    await db.messages.bulkPut([text, lost])
    const search = await searchOn(device)
    expect(await search.found('bird')).toHaveLength(2)
    vi.stubGlobal('reportError', vi.fn())
    try {
      for (const table of [db.chats, db.messages]) {
        vi.spyOn(table, 'bulkGet').mockRejectedValueOnce(new Error('The disk hangs'))
      }
      await db.chats.delete([ME, gone.id])
      await db.messages.delete([ME, lost.id])
      // The next change reads everything again.
      await db.messages.put(message(kept, 3, 'an ibis'))
      await search.untilFound('ibis', ['an ibis'])
      expect(await search.found('heron')).toEqual(['a heron'])
      expect(await search.found('bird')).toEqual(['Birds here'])
    } finally {
      vi.unstubAllGlobals()
      vi.restoreAllMocks()
    }
  })

  it('does not return a text that changes during the search and no longer matches', async () => {
    const device = await startDevice()
    const chat = chatRow('Birds')
    const [changed, same] = [message(chat, 1, 'a heron'), message(chat, 2, 'one heron')]
    await device.db.chats.put(chat)
    await device.db.messages.bulkPut([changed, same])
    const search = await searchOn(device)
    const searching = search.found('heron')
    void device.db.messages.put({ ...changed, content: 'a stork', updated_at: at(9) })
    expect(await searching).toEqual(['one heron'])
  })

  it('notifies its listeners of changes until they unsubscribe or it is closed', async () => {
    const device = await startDevice()
    const chat = chatRow('Birds')
    await device.db.chats.put(chat)
    const search = await searchOn(device)
    const [leaving, staying] = [vi.fn(), vi.fn()]
    const stop = search.onChange(leaving)
    search.onChange(staying)
    await device.db.messages.put(message(chat, 1, 'a heron'))
    await vi.waitFor(() => expect(staying).toHaveBeenCalled())
    expect(leaving).toHaveBeenCalled()
    stop()
    leaving.mockClear()
    staying.mockClear()
    await device.db.messages.put(message(chat, 2, 'an ibis'))
    await vi.waitFor(() => expect(staying).toHaveBeenCalled())
    expect(leaving).not.toHaveBeenCalled()
    staying.mockClear()
    freeLocalSearch()
    await device.db.messages.put(message(chat, 3, 'a stork'))
    const anew = await searchOn(device)
    expect(await anew.found('stork')).toEqual(['a stork'])
    expect(staying).not.toHaveBeenCalled()
  })

  it('keeps its memory while one of its users has it open', async () => {
    const device = await startDevice()
    const first = await searchOn(device)
    const second = openLocalSearch(device.db, ME)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      first.close()
      first.close()
      vi.advanceTimersByTime(61_000)
      expect(openLocalSearch(device.db, ME).isComplete()).toBe(true)
      second.close()
    } finally {
      vi.useRealTimers()
    }
  })

  it('frees its memory a minute after the last search', async () => {
    const device = await startDevice()
    const first = await searchOn(device)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      first.close()
      const again = openLocalSearch(device.db, ME)
      expect(again.isComplete()).toBe(true)
      again.close()
      vi.advanceTimersByTime(61_000)
      const anew = openLocalSearch(device.db, ME)
      expect(anew.isComplete()).toBe(false)
      anew.close()
    } finally {
      vi.useRealTimers()
    }
  })
})

test('merges results of both sources without duplicates, local ones first', () => {
  const result = (chatId: string, message: string | null, snippet: string) => ({
    chat: chatId,
    message,
    title: chatId,
    snippet,
    at: at(0),
  })
  const here = [result('c1', null, 'here'), result('c1', 'm1', 'here')]
  const there = [
    result('c2', null, 'there'),
    result('c1', null, 'there'),
    result('c3', 'm2', 'there'),
    result('c1', 'm1', 'there'),
  ]
  const { chats, messages } = mergeResults(here, there)
  expect(chats.map(({ chat: chatId, snippet }) => [chatId, snippet])).toEqual([
    ['c1', 'here'],
    ['c2', 'there'],
  ])
  expect(messages.map(({ message: id, snippet }) => [id, snippet])).toEqual([
    ['m1', 'here'],
    ['m2', 'there'],
  ])
})
