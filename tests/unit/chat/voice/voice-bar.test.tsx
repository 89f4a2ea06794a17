import 'fake-indexeddb/auto'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { PublicConfig } from '#contract/objects/config.ts'
import { configQuery } from '#data/config-query.ts'
import { queryClient } from '#data/query-client.ts'
import { closeVoiceChat } from '#features/chat/voice/voice-chat-atom.ts'
import { database } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { readDraft } from '#offline/drafts/drafts.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { openChatPage, storeChat, userId } from '#support/browser/chat-page.tsx'
import { FakeRecognition } from '#support/browser/fake-recognition.ts'
import { FakeSpeech, Utterance } from '#support/browser/fake-speech.ts'
import { interact } from '#support/browser/render.tsx'

const config: PublicConfig = {
  app_name: 'Companion',
  google_client_id: null,
  assistant: { name: 'small-model', kind: 'model', vision: false },
  payments: 'sandbox',
  web_search: false,
  speech: { transcribes: false, speaks: false },
  files: false,
  scoring: false,
  mail: false,
  error_reports: false,
  vapid_public_key: null,
}

const named = (name: string) =>
  [...document.querySelectorAll('button')].find((button) => (button.ariaLabel ?? button.textContent) === name)
const press = async (name: string) => {
  await vi.waitFor(() => expect(named(name), name).toBeDefined())
  await interact(() => named(name)?.click())
}
const bar = () => document.querySelector('[data-voice]')
const hear = (text: string, isFinal = false) => interact(() => FakeRecognition.last.hear(text, isFinal))

async function open() {
  const chat = newId()
  await storeChat(chat, 'Moon')
  const page = await openChatPage(`/chat/${chat}`)
  vi.stubGlobal('webkitSpeechRecognition', FakeRecognition)
  vi.stubGlobal('speechSynthesis', new FakeSpeech())
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  return { chat, ...page }
}
const sent = async (chat: string) =>
  (await readEntries(database(), userId)).filter(({ queueKey }) => queueKey === chat).map(({ body }) => body)

beforeEach(() => {
  queryClient.clear()
  queryClient.setQueryData(configQuery.queryKey, config)
  FakeRecognition.reset()
  onTestFinished(() => interact(closeVoiceChat))
})

describe('the voice chat', () => {
  it('shows what it hears, and sends it as a spoken question through the outbox', async () => {
    const { chat } = await open()
    await press('Start a voice chat')
    await vi.waitFor(() => expect(bar()?.getAttribute('data-voice')).toBe('listening'))
    expect(document.activeElement?.ariaLabel).toBe('End voice chat')
    await hear('Where is')
    await vi.waitFor(() => expect(bar()?.textContent).toContain('Where is'))
    await hear('Where is the moon?', true)
    await vi.waitFor(async () => expect(await sent(chat)).toHaveLength(1), 5_000)
    expect(await sent(chat)).toMatchObject([
      { content: 'Where is the moon?', request_mode: 'voice', response_mode: 'voice' },
    ])
    await vi.waitFor(() => expect(bar()?.textContent).toContain('Waiting for the answer'))
    await press('Interrupt')
    await vi.waitFor(() => expect(bar()?.getAttribute('data-voice')).toBe('listening'))
  })

  it('leaves the screen on until it ends, also after the page was hidden', async () => {
    const locks: { release: ReturnType<typeof vi.fn> }[] = []
    const request = async () => {
      const lock = { release: vi.fn(async () => undefined) }
      locks.push(lock)
      return lock
    }
    Object.defineProperty(navigator, 'wakeLock', { value: { request }, configurable: true })
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'wakeLock'))
    const released = () => locks.map(({ release }) => release.mock.calls.length)
    await open()
    expect(locks).toEqual([])
    await press('Start a voice chat')
    await vi.waitFor(() => expect(released()).toEqual([0]))
    // The browser has ended the first one when the page was hidden.
    await interact(() => document.dispatchEvent(new Event('visibilitychange')))
    await vi.waitFor(() => expect(released()).toEqual([1, 0]))
    await press('End voice chat')
    await vi.waitFor(() => expect(released()).toEqual([1, 1]))
  })

  it('ends at once, with what was heard in the draft', async () => {
    const { chat, composer } = await open()
    await press('Start a voice chat')
    await vi.waitFor(() => FakeRecognition.last)
    await hear('Do not lose this')
    await press('End voice chat')
    expect(bar()).toBeNull()
    expect(FakeRecognition.last.abort).toHaveBeenCalled()
    expect(composer()?.value).toBe('Do not lose this')
    expect(await sent(chat)).toEqual([])
  })

  it('ends when another chat is opened, with what was heard in the draft of its own', async () => {
    const { chat, go } = await open()
    const other = newId()
    await storeChat(other, 'Sun')
    await press('Start a voice chat')
    await vi.waitFor(() => FakeRecognition.last)
    await hear('Do not lose this')
    await go(`/chat/${other}`)
    await vi.waitFor(async () => expect(await readDraft(database(), userId, chat)).toBe('Do not lose this'))
    expect([bar(), await readDraft(database(), userId, other)]).toEqual([null, ''])
  })

  it('says that the microphone was refused, and goes on when it is allowed', async () => {
    await open()
    FakeRecognition.error = 'not-allowed'
    await press('Start a voice chat')
    await vi.waitFor(() =>
      expect(document.querySelector('[role="alert"]')?.textContent).toContain('The microphone cannot be used'),
    )
    FakeRecognition.error = null
    await press('Continue')
    await vi.waitFor(() => expect(bar()?.getAttribute('data-voice')).toBe('listening'))
  })

  it('resumes the audio by the press that continues it after the app was in the background', async () => {
    const resume = vi.fn(async () => undefined)
    const audio = { state: 'running', resume, close: async () => undefined }
    vi.stubGlobal('AudioContext', function AudioContext() {
      return audio
    })
    await open()
    await press('Start a voice chat')
    await vi.waitFor(() => expect(bar()?.getAttribute('data-voice')).toBe('listening'))
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    onTestFinished(() => void vi.restoreAllMocks())
    await interact(() => document.dispatchEvent(new Event('visibilitychange')))
    audio.state = 'interrupted'
    resume.mockImplementation(async () => void Object.assign(audio, { state: 'running' }))
    resume.mockClear()
    await press('Continue')
    expect(resume).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(bar()?.getAttribute('data-voice')).toBe('listening'))
  })

  it('is not offered while something is typed, nor where nobody recognises speech', async () => {
    const { type } = await open()
    await vi.waitFor(() => expect(named('Start a voice chat')).toBeDefined())
    await type('Hello')
    expect(named('Start a voice chat')).toBeUndefined()
    await type(' there')
    vi.stubGlobal('webkitSpeechRecognition', undefined)
    const { page } = await openChatPage('/chat/new')
    await vi.waitFor(() => expect(page.querySelector('textarea')).not.toBeNull())
    expect(named('Start a voice chat')).toBeUndefined()
  })
})
