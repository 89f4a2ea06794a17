import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { database } from '#offline/database.ts'
import { NEW_CHAT, readDraft } from '#offline/drafts.ts'
import { newId } from '#offline/fresh-entry.ts'
import { queryOutbox } from '#offline/queries.ts'
import { account, holdDatabase, openChatPage, storeChat } from '#support/chat-page.tsx'
import { doing } from '#support/render.tsx'

let chat: string

beforeEach(async () => {
  const db = database()
  await Promise.all(db.tables.map((table) => table.clear()))
  chat = newId()
  await storeChat(chat, 'Known')
})

describe('the composer is there at once, and keeps what is typed for its own chat,', () => {
  it.each([
    ['of a new chat', () => '/chat/new', () => NEW_CHAT],
    ['of a chat that is being read', () => `/chat/${chat}`, () => chat],
    ['while the newest chat is being looked for', () => '/chat', () => NEW_CHAT],
  ])('%s, while another tab holds the database', async (_, path, place) => {
    const release = await holdDatabase()
    const page = await openChatPage(path())
    await vi.waitFor(() => expect(page.composer()).not.toBeNull())
    await page.type('typed early')
    await release()
    await vi.waitFor(async () => expect(await readDraft(database(), account, place())).toBe('typed early'))
    expect(page.composer()?.value).toBe('typed early')
    expect(await database().drafts.count()).toBe(1)
  })

  it('of an empty chat whose messages the server is asked for', async () => {
    const page = await openChatPage(`/chat/${chat}`)
    await vi.waitFor(() => expect(page.page.textContent).toContain('Known'))
    await vi.waitFor(() => expect(page.composer()).not.toBeNull())
    await page.type('typed early')
    await page.send()
    await vi.waitFor(async () =>
      expect((await queryOutbox(database(), account)).map((each) => each.chat)).toEqual([chat]),
    )
  })

  it('and goes to the newest chat when nothing was typed before that was found', async () => {
    const release = await holdDatabase()
    const page = await openChatPage('/chat')
    await release()
    await vi.waitFor(() => expect(page.path()).toBe(`/chat/${chat}`))
  })

  it('of an address that is not on this device, while the server is asked for the chat', async () => {
    const release = await holdDatabase()
    const page = await openChatPage(`/chat/${newId()}`)
    await vi.waitFor(() => expect(page.composer()).not.toBeNull())
    const first = page.composer()
    await page.type('typed early')
    const asked = vi.fn(() => new Promise(() => undefined))
    vi.stubGlobal('fetch', asked)
    await release()
    // The device is known not to have it: only then the server is asked.
    await vi.waitFor(() => expect(asked).toHaveBeenCalled())
    expect(page.composer()).toBe(first)
    expect(first?.value).toBe('typed early')
  })

  it('and stays at the new chat when words were dictated before the newest chat was found', async () => {
    const { startDictating } = stubRecognition()
    const release = await holdDatabase()
    const page = await openChatPage('/chat')
    await vi.waitFor(() => expect(page.composer()).not.toBeNull())
    const hear = await startDictating(page.page)
    await hear('said early')
    await release()
    await vi.waitFor(async () => expect(await readDraft(database(), account, NEW_CHAT)).toBe('said early'))
    await vi.waitFor(() => expect(page.path()).toBe('/chat/new'))
    expect(page.composer()?.value).toBe('said early')
  })

  it('and goes to a chat that was chosen while words were dictated', async () => {
    const other = newId()
    await storeChat(other, 'Other')
    const { startDictating } = stubRecognition()
    const release = await holdDatabase()
    const page = await openChatPage('/chat')
    await vi.waitFor(() => expect(page.composer()).not.toBeNull())
    const hear = await startDictating(page.page)
    await hear('only guessed', false)
    await page.go(`/chat/${other}`)
    await release()
    await vi.waitFor(async () => expect(await readDraft(database(), account, NEW_CHAT)).toBe('only guessed'))
    expect(page.path()).toBe(`/chat/${other}`)
  })
})

/** A browser that can recognise speech, and hears what the test says. Ends with the test. */
function stubRecognition() {
  let last: { onresult: ((event: unknown) => void) | null } | undefined
  class Recogniser {
    onresult: ((event: unknown) => void) | null = null
    onend: (() => void) | null = null
    start = () => {
      last = this
    }
    abort = () => undefined
    stop = () => undefined
  }
  vi.stubGlobal('SpeechRecognition', Recogniser)
  const startDictating = async (page: HTMLElement) => {
    await doing(() => page.querySelector<HTMLElement>('[aria-label="Dictate"]')?.click())
    return (transcript: string, isFinal = true) =>
      doing(() => last?.onresult?.({ resultIndex: 0, results: [{ isFinal, 0: { transcript } }] }))
  }
  return { startDictating }
}
