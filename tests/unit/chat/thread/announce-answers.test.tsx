import 'fake-indexeddb/auto'
import { useState } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Message } from '#contract/objects/chat.ts'
import { useChatProfile } from '#data/use-chat-profile.ts'
import { setMode } from '#features/chat/speech/modes.ts'
import { stop } from '#features/chat/speech/speaker.ts'
import { buildRows } from '#features/chat/thread/rows/build-rows.ts'
import { useAnnounceAnswers } from '#features/chat/thread/use-announce-answers.ts'
import { defaultProfile, putServerProfile } from '#offline/chats/chat-profile.ts'
import { database } from '#offline/database/database.ts'
import type { OutboxEntry } from '#offline/database/rows.ts'
import { adopt, currentState, resetSession } from '#session/state/session-atom.ts'
import { FakeSpeech, Utterance } from '#support/browser/fake-speech.ts'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated } from '#support/users/make-user.ts'
import { LiveRegions } from '#ui/feedback/live-region.tsx'
import { Toaster } from '#ui/feedback/toaster.tsx'

const id = (n: number) => `01960000-0000-7000-8000-00000000000${n}`
const chatId = id(9)
const at = '2026-01-01T00:00:00.000Z'

const message = (seq: number, more: Partial<Message> = {}): Message => ({
  id: id(seq),
  chat: chatId,
  role: seq % 2 === 1 ? 'user' : 'assistant',
  content: `**Text** ${seq}`,
  status: 'complete',
  created_at: at,
  seq,
  reply_to: seq % 2 === 1 ? null : id(seq - 1),
  version: 1,
  failure: null,
  updated_at: at,
  replaces: null,
  superseded_by: null,
  has_reasoning: false,
  scores: null,
  ...more,
})
const body = (of: number) => ({ id: id(of), chat: chatId, content: 'unsent' })
const waiting = (of: number) =>
  ({ id: id(of), kind: 'message.send', state: 'waiting', created_at: 0, body: body(of) }) as OutboxEntry

let show: (messages: readonly Message[], unsent?: readonly OutboxEntry[]) => Promise<void>
let onRegenerate: (message: string) => void
let autoplay: boolean
let page: HTMLElement

/** Everything that was added to the live regions during the test, each addition once. */
let said: string[]

beforeEach(async () => {
  said = []
  function Chat() {
    const [rows, setRows] = useState(() => buildRows([], [], []))
    onRegenerate = useAnnounceAnswers(rows)
    autoplay = useChatProfile().autoplay
    show = (messages, unsent = []) => interact(() => setRows((before) => buildRows(messages, unsent, before)))
    return <LiveRegions />
  }
  page = await render(<Chat />)
  const listening = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) said.push(node.textContent ?? '')
  })
  listening.observe(page, { childList: true, subtree: true })
  onTestFinished(() => listening.disconnect())
})

test('an answer that is complete before the page has seen it begin is announced once', async () => {
  await show([message(1), message(2)], [waiting(3)])
  await show([message(1), message(2), message(3), message(4)])
  await show([message(1), message(2), message(3), message(4, { updated_at: '2026-01-02T00:00:00.000Z' })])
  expect(said).toEqual(['Text 4'])
})

test('the numbers of sources are not announced, and those in code are', async () => {
  const sources = [{ n: 1, url: 'https://example.test/', title: 'Buses', site: 'example.test' }]
  await show([], [waiting(3)])
  await show([message(3), message(4, { content: '300 [1][2] buses\n\n```js\nlist[1]\n```', sources })])
  expect(said).toEqual(['300 buses\nlist[1]'])
})

test('an answer that is seen being written is announced once, when it is complete', async () => {
  await show([message(1)], [waiting(3)])
  await show([message(1), message(3), message(4, { status: 'streaming' })])
  expect(said).toEqual([])
  await show([message(1), message(3), message(4)])
  await show([message(1), message(3), message(4), message(5)])
  expect(said).toEqual(['Text 4'])
})

test('nothing is announced of existing messages, older messages that are loaded, or answers of other devices', async () => {
  await show([message(3), message(4)])
  await show([message(1), message(2), message(3), message(4)])
  await show([message(1), message(2), message(3), message(4), message(5), message(6)])
  expect(said).toEqual([])
})

test('another version that is complete at once is announced, and only that one', async () => {
  await show([message(1), message(2)])
  onRegenerate(id(2))
  await show([message(1), message(2)])
  const again = message(6, { reply_to: id(1), version: 2 })
  await show([message(1), message(2), again])
  await show([message(1), message(2), again, message(8, { reply_to: id(1), version: 3 })])
  expect(said).toEqual(['Text 6'])
})

test('an answer that was interrupted before the page saw it begin is announced as interrupted', async () => {
  await show([], [waiting(3)])
  await show([message(3), message(4, { status: 'interrupted', failure: 'assistant_broken' })])
  await show([message(3), message(4, { status: 'interrupted' })], [waiting(5)])
  await show([message(3), message(5), message(6, { status: 'interrupted' })])
  expect(said).toEqual(['This answer is not complete.', 'You stopped this answer.'])
})

test('a failed answer is announced when it is on the screen, and is in a toast when it is not', async () => {
  const toasts = await render(<Toaster />)
  const list = document.createElement('section')
  list.dataset.messages = ''
  const row = document.createElement('article')
  row.dataset.message = id(4)
  list.append(row)
  document.body.append(list)
  onTestFinished(() => list.remove())
  const box = (top: number, bottom: number) => () => ({ top, bottom }) as DOMRect
  list.getBoundingClientRect = box(60, 700)
  row.getBoundingClientRect = box(100, 160)
  await show([], [waiting(3)])
  await show([message(3), message(4, { status: 'failed' })])
  expect(said).toEqual(['The answer failed.'])
  expect(toasts.textContent).toBe('')
  await show([message(3)], [waiting(5)])
  await show([message(5), message(6, { status: 'failed' })])
  expect(said).toEqual(['The answer failed.'])
  expect(toasts.textContent).toBe('The answer failed.')
})

/** A user who chose that answers are read aloud. */
async function chooseSpokenAnswers(): Promise<FakeSpeech> {
  const speech = new FakeSpeech()
  vi.stubGlobal('speechSynthesis', speech)
  vi.stubGlobal('SpeechSynthesisUtterance', Utterance)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('visible')
  onTestFinished(() => {
    stop()
    vi.unstubAllGlobals()
    vi.restoreAllMocks()
    localStorage.clear()
    resetSession()
  })
  setMode('response', 'voice')
  await putServerProfile(database(), 7, { ...defaultProfile, autoplay: true })
  const { user, access, refresh } = makeAuthenticated(7)
  const generation = currentState().generation + 1
  await interact(() => adopt({ generation, session: { generation, user, access, refresh } }, { mirror: false }))
  await vi.waitFor(() => expect(autoplay).toBe(true))
  return speech
}

test('an answer that is complete at once is read aloud to a user who chose that, and not announced too', async () => {
  const speech = await chooseSpokenAnswers()
  await show([], [waiting(3)])
  await show([message(3), message(4)])
  expect(speech.speaking).toBe('Text 4')
  expect(said).toEqual([])
})

test('the numbers of sources are not read aloud', async () => {
  const speech = await chooseSpokenAnswers()
  const sources = [{ n: 1, url: 'https://example.test/', title: 'Buses', site: 'example.test' }]
  await show([], [waiting(3)])
  await show([message(3), message(4, { content: '300 [1][2] buses', sources })])
  expect(speech.speaking).toBe('300 buses')
})

test('an answer that the browser does not begin to read aloud is announced', async () => {
  const speech = await chooseSpokenAnswers()
  speech.needsGesture = true
  await show([], [waiting(3)])
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  await show([message(3), message(4)])
  expect(said).toEqual([])
  await interact(() => vi.advanceTimersByTime(8_000))
  expect(said).toEqual(['Text 4'])
})

test('an answer is announced in its own language, and what the app says in that of the app', async () => {
  const content = 'Los buses que van por la ciudad no paran en esta calle.'
  await show([], [waiting(3)])
  await show([message(3), message(4, { content })], [waiting(5)])
  await show([message(3), message(4, { content }), message(5), message(6, { status: 'interrupted' })])
  const last = (role: string) => [...page.querySelectorAll(`[role="${role}"] p`)].at(-1)
  expect([last('status')?.textContent, last('status')?.getAttribute('lang')]).toEqual([content, 'es'])
  expect([last('alert')?.textContent, last('alert')?.hasAttribute('lang')]).toEqual(['You stopped this answer.', false])
})
