import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { database } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { NEW_CHAT, readDraft } from '#offline/drafts/drafts.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { blockDatabase, openChatPage, storeChat, userId } from '#support/browser/chat-page.tsx'
import { FakeRecognition } from '#support/browser/fake-recognition.ts'
import { interact } from '#support/browser/render.tsx'

let chatId: string

beforeEach(async () => {
  const db = database()
  await Promise.all(db.tables.map((table) => table.clear()))
  chatId = newId()
  await storeChat(chatId, 'Known')
})

describe('the composer before the chat is loaded', () => {
  it.each([
    ['a new one', () => '/chat/new', () => NEW_CHAT],
    ['one that is being read', () => `/chat/${chatId}`, () => chatId],
    ['a new one while the newest chat is being looked for', () => '/chat', () => NEW_CHAT],
  ])('keeps the text of %s while another tab blocks the database', async (_, path, place) => {
    const release = await blockDatabase()
    const page = await openChatPage(path())
    await vi.waitFor(() => expect(page.composer()).not.toBeNull())
    await page.type('typed early')
    await release()
    await vi.waitFor(async () => expect(await readDraft(database(), userId, place())).toBe('typed early'))
    expect(page.composer()?.value).toBe('typed early')
    expect(await database().drafts.count()).toBe(1)
  })

  it('keeps the text for an empty chat whose messages are being fetched', async () => {
    const page = await openChatPage(`/chat/${chatId}`)
    await vi.waitFor(() => expect(page.page.textContent).toContain('Known'))
    await vi.waitFor(() => expect(page.composer()).not.toBeNull())
    await page.type('typed early')
    await page.send()
    await vi.waitFor(async () =>
      expect((await readEntries(database(), userId)).map((each) => each.queueKey)).toEqual([chatId]),
    )
  })

  it('opens the newest chat when nothing was typed before it was found', async () => {
    const release = await blockDatabase()
    const page = await openChatPage('/chat')
    await release()
    await vi.waitFor(() => expect(page.path()).toBe(`/chat/${chatId}`))
  })

  it('keeps the text for a chat that is not on this device, while it is being fetched', async () => {
    const release = await blockDatabase()
    const page = await openChatPage(`/chat/${newId()}`)
    await vi.waitFor(() => expect(page.composer()).not.toBeNull())
    const first = page.composer()
    await page.type('typed early')
    const asked = vi.fn(() => new Promise(() => undefined))
    vi.stubGlobal('fetch', asked)
    await release()
    // The device is known not to have the chat: only then the server is called.
    await vi.waitFor(() => expect(asked).toHaveBeenCalled())
    expect(page.composer()).toBe(first)
    expect(first?.value).toBe('typed early')
  })

  it('stays in the new chat when text was dictated before the newest chat was found', async () => {
    const { startDictating } = stubRecognition()
    const release = await blockDatabase()
    const page = await openChatPage('/chat')
    await vi.waitFor(() => expect(page.composer()).not.toBeNull())
    const hear = await startDictating(page.page)
    await hear('said early')
    await release()
    await vi.waitFor(async () => expect(await readDraft(database(), userId, NEW_CHAT)).toBe('said early'))
    await vi.waitFor(() => expect(page.path()).toBe('/chat/new'))
    expect(page.composer()?.value).toBe('said early')
  })

  it('switches to a chat that was selected during a dictation', async () => {
    const other = newId()
    await storeChat(other, 'Other')
    const { startDictating } = stubRecognition()
    const release = await blockDatabase()
    const page = await openChatPage('/chat')
    await vi.waitFor(() => expect(page.composer()).not.toBeNull())
    const hear = await startDictating(page.page)
    await hear('only guessed', false)
    await page.go(`/chat/${other}`)
    await release()
    await vi.waitFor(async () => expect(await readDraft(database(), userId, NEW_CHAT)).toBe('only guessed'))
    expect(page.path()).toBe(`/chat/${other}`)
  })
})

describe('a draft that does not fit on the disk', () => {
  /** Another chat is open, and the text of the first could not be stored. */
  async function leaveUnsaved() {
    const other = newId()
    await storeChat(other, 'Other')
    const refuse = () => {
      throw new DOMException('No room is left', 'QuotaExceededError')
    }
    const hook = database().drafts.hook('creating')
    hook.subscribe(refuse)
    const freeSpace = () => hook.unsubscribe(refuse)
    onTestFinished(freeSpace)
    const page = await openChatPage(`/chat/${chatId}`)
    await vi.waitFor(() => expect(page.composer()).not.toBeNull())
    const go = async (to: string) => {
      const before = page.composer()
      await page.go(`/chat/${to}`)
      await vi.waitFor(() => expect(page.composer()).not.toBe(before))
      await vi.waitFor(() => expect(page.composer()).not.toBeNull())
    }
    /** Wait until the write has failed. */
    const type = async (text: string) => {
      await page.type(text)
      await vi.waitFor(() => expect(page.page.textContent).toContain('Your draft cannot be saved'))
    }
    await type('not on disk')
    await go(other)
    return { page, type, go, freeSpace, other }
  }

  it('is shown when its chat is opened again, and saved once there is space', async () => {
    const { page, type, go, freeSpace, other } = await leaveUnsaved()
    expect(page.composer()?.value).toBe('')
    await go(chatId)
    expect(page.composer()?.value).toBe('not on disk')
    await type(', yet')
    await go(other)
    freeSpace()
    await go(chatId)
    expect(page.composer()?.value).toBe('not on disk, yet')
    await vi.waitFor(async () => expect(await readDraft(database(), userId, chatId)).toBe('not on disk, yet'))
    expect(await database().drafts.count()).toBe(1)
  })

  it('is stored for each chat when the page closes', async () => {
    const { type, other } = await leaveUnsaved()
    await type('nor this')
    window.dispatchEvent(new Event('pagehide'))
    const notes: unknown = JSON.parse(sessionStorage.getItem('companion:leaving-draft') ?? '')
    expect(notes).toHaveLength(2)
    expect(notes).toContainEqual({ account: userId, chat: chatId, text: 'not on disk', seen: '' })
    expect(notes).toContainEqual({ account: userId, chat: other, text: 'nor this', seen: '' })
    sessionStorage.clear()
  })
})

describe('a chat whose shown branch ends far above its newest message', () => {
  it('does not look like a new chat while that branch is being fetched', async () => {
    const [first, edited, rest] = [newId(), newId(), Array.from({ length: 98 }, newId)]
    const ids = [first, edited, ...rest]
    const time = new Date().toISOString()
    const chat = { ...(await database().chats.get([userId, chatId]))?.server, preview: 'Text', path: first }
    // The second question is an edit of the first one; all others follow it.
    const messages = ids.map((id, index) => ({
      ...{ id, chat: chatId, role: 'user', content: `Text ${index + 1}`, status: 'complete', failure: null },
      ...{ created_at: time, updated_at: time, seq: index + 1, reply_to: null, version: 1, has_reasoning: false },
      ...{ replaces: id === edited ? first : null, superseded_by: id === first ? edited : null, scores: null },
      parent: index < 2 ? null : ids[index - 1],
    }))
    const answer = (page: object[]) => Response.json({ chat, messages: page, has_more: true, synced_at: time })
    const older = Promise.withResolvers<Response>()
    const fetchPage = vi.fn(async ({ url }: Request) => {
      const { searchParams, pathname } = new URL(url)
      if (!pathname.includes(chatId)) return new Promise<Response>(() => undefined)
      return searchParams.has('before') ? older.promise : answer(messages.slice(50))
    })
    const release = await blockDatabase()
    const { page } = await openChatPage(`/chat/${chatId}`)
    vi.stubGlobal('fetch', fetchPage)
    await release()
    await vi.waitFor(() => expect(fetchPage.mock.calls.some(([{ url }]) => url.includes('before='))).toBe(true))
    expect(page.textContent).not.toContain('What is on your mind?')
    await interact(() => older.resolve(answer(messages.slice(0, 50))))
    await vi.waitFor(() => expect(page.textContent).toContain('Text 1'))
  })
})

/** A browser with speech recognition that returns what the test says. Removed with the test. */
function stubRecognition() {
  vi.stubGlobal('SpeechRecognition', FakeRecognition)
  const startDictating = async (page: HTMLElement) => {
    await interact(() => page.querySelector<HTMLElement>('[aria-label="Dictate"]')?.click())
    return (transcript: string, isFinal = true) => interact(() => FakeRecognition.last.hear(transcript, isFinal))
  }
  return { startDictating }
}
