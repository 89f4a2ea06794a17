import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#data/query-client.ts'
import { readSummary } from '#features/chat/summary/read-summary.ts'
import { SummaryNote } from '#features/chat/summary/summary-note.tsx'
import { database } from '#offline/database/database.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { openChatPage, storeChat, userId } from '#support/browser/chat-page.tsx'
import { interact, render } from '#support/browser/render.tsx'

const [end, covered] = [newId(), newId()]

beforeEach(() => queryClient.clear())

/** A chat whose answers were given with a summary that ends at `covered`. */
async function openChat(ids: readonly string[]) {
  const chatId = newId()
  await storeChat(chatId, 'Long')
  await openChatPage(`/chat/${chatId}`)
  const time = new Date().toISOString()
  const rows = ids.map((id, n) => ({
    ...{ userId, id, chat: chatId, role: 'assistant' as const, content: 'Fine.', status: 'complete' as const },
    ...{ created_at: time, updated_at: time, seq: 2 * n + 2, reply_to: newId(), version: 1, has_reasoning: false },
    ...{
      failure: null,
      replaces: null,
      superseded_by: null,
      scores: null,
      earlier: { end: covered, summary: covered },
    },
  }))
  await database().messages.bulkPut(rows)
  return chatId
}

/** Answers only the call for a summary. */
const fetched = (content: string) =>
  vi.fn(async (url: string | URL | Request) => {
    if (!(url instanceof Request ? url.url : String(url)).includes('/summary/')) return new Promise<Response>(() => {})
    const body = { message: covered, content, created_at: '2026-01-01T00:00:00.000Z' }
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } })
  })

async function show(chatId: string, answerId: string) {
  const note = await render(<SummaryNote boundary={{ chatId, answerId, end: covered, summary: covered }} />)
  const button = note.querySelector('button')
  await interact(() => button?.click())
  return note
}
const dialog = () => document.querySelector('[role="dialog"]')?.textContent ?? ''

describe('the note below what the model got only as a summary', () => {
  it('shows the summary, which is there without a server from then on, also for a later answer', async () => {
    const [first, later] = [newId(), newId()]
    const chatId = await openChat([first, later])
    vi.stubGlobal('fetch', fetched('They spoke of **tomatoes**.'))
    await show(chatId, first)
    await vi.waitFor(() => expect(dialog()).toContain('They spoke of tomatoes.'))
    expect((await database().messages.get([userId, first]))?.summary).toBe('They spoke of **tomatoes**.')

    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    for (const answerId of [first, later]) {
      const key = { userId, chatId, answerId, summary: covered }
      expect(await readSummary(key, new AbortController().signal)).toBe('They spoke of **tomatoes**.')
    }
  })

  it('says that messages were left out when there is no summary, and offers none', async () => {
    const boundary = { chatId: newId(), answerId: newId(), end, summary: null }
    const note = await render(<SummaryNote boundary={boundary} />)
    expect(note.textContent).toBe(
      'Companion gave its last answer without the messages above: they could not be summarised.',
    )
    expect(note.querySelector('button')).toBeNull()
  })

  it('says why the summary cannot be shown', async () => {
    const answer = newId()
    const chatId = await openChat([answer])
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
    await show(chatId, answer)
    await vi.waitFor(() => expect(dialog()).toMatch(/reach|offline|connect/i))
  })
})
