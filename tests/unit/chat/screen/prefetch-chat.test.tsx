import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Message } from '#contract/objects/chat.ts'
import { prefetchChat, prefetchedWindow, takeWindow } from '#features/chat/screen/prefetch-chat.ts'
import { database } from '#offline/database/database.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { openChatPage, storeChat, userId } from '#support/browser/chat-page.tsx'

const question = (chat: string, content: string): Message => {
  const time = new Date().toISOString()
  return {
    ...{ id: newId(), chat, seq: 1, role: 'user', content, status: 'complete', failure: null, version: 1 },
    ...{ created_at: time, updated_at: time, reply_to: null, replaces: null, superseded_by: null },
    ...{ has_reasoning: false, scores: null },
  }
}

let first: string
let second: string

beforeEach(async () => {
  const db = database()
  await Promise.all(db.tables.map((table) => table.clear()))
  first = newId()
  second = newId()
  await Promise.all([storeChat(first, 'A chat'), storeChat(second, 'A chat')])
  const questions = [question(first, 'Asked first'), question(second, 'Asked second')]
  await db.messages.bulkPut(questions.map((each) => ({ ...each, userId })))
})

describe('a prefetched chat', () => {
  it('shows its messages in its first render, also after another chat', async () => {
    await prefetchChat(userId, first, false)
    const page = await openChatPage(`/chat/${first}`)
    expect(page.page.textContent).toContain('Asked first')
    await prefetchChat(userId, second, false)
    const onText = vi.fn((_: string | null) => undefined)
    const changes = new MutationObserver(() => onText(page.page.textContent))
    changes.observe(page.page, { childList: true, subtree: true })
    await page.go(`/chat/${second}`)
    await vi.waitFor(() => expect(page.page.textContent).toContain('Asked second'))
    changes.disconnect()
    expect(onText.mock.calls[0]?.[0]).toContain('Asked second')
  })

  it('is read once for the pointer over its link and the click', async () => {
    await prefetchChat(userId, first, true)
    const window = prefetchedWindow(userId, first)
    await prefetchChat(userId, first, false)
    expect(takeWindow(userId, first)).toBe(window)
    await prefetchChat(userId, first, false)
    expect(prefetchedWindow(userId, first)).toBeUndefined()
    window?.close()
  })

  it('is read to its end while the pointer moves over the link of another', async () => {
    const read = prefetchChat(userId, first, false)
    await prefetchChat(userId, second, true)
    await read
    const window = takeWindow(userId, first)
    expect(window?.read().ready).toBe(true)
    expect(prefetchedWindow(userId, second)).toBeUndefined()
    window?.close()
  })

  it('is no longer followed when another is prefetched before it was opened', async () => {
    await prefetchChat(userId, first, false)
    const window = prefetchedWindow(userId, first)
    await prefetchChat(userId, second, false)
    expect(window?.isClosed()).toBe(true)
    expect(prefetchedWindow(userId, first)).toBeUndefined()
    takeWindow(userId, second)?.close()
  })

  it('is read again after it was closed', async () => {
    await prefetchChat(userId, first, false)
    takeWindow(userId, first)?.close()
    await prefetchChat(userId, first, false)
    const window = takeWindow(userId, first)
    expect(window?.read().messages.map(({ content }) => content)).toEqual(['Asked first'])
    window?.close()
  })
})
