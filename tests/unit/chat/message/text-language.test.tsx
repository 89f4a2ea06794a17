import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Markdown } from '#features/chat/markdown/markdown.tsx'
import { type ChatActions, ChatActionsProvider } from '#features/chat/message/actions/chat-actions.ts'
import { createEditing } from '#features/chat/message/editing/editing.ts'
import { MessageList } from '#features/chat/thread/message-list.tsx'
import type { QuestionRow, Row } from '#features/chat/thread/rows/build-rows.ts'
import { activateLanguage } from '#i18n/i18n.ts'
import { interact, render } from '#support/browser/render.tsx'

const { detect } = vi.hoisted(() => ({ detect: vi.fn() }))
vi.mock('#features/chat/speech/language-of-text.ts', async (original) => {
  const { languageOfText } = await original<typeof import('#features/chat/speech/language-of-text.ts')>()
  return { languageOfText: detect.mockImplementation(languageOfText) }
})

const nothing = () => undefined
const actions = {
  ...{ editing: createEditing(7, 'a'), edit: null, sendEditedQuestion: null, sendsLater: null, remember: null },
  ...{ retry: nothing, discard: nothing, remove: null, showBranch: nothing },
} as Partial<ChatActions> as ChatActions
const question = (key: string, content: string): QuestionRow => ({
  ...{ kind: 'question', key, content, created_at: '2026-01-01T00:00:00Z' },
  ...{ send: { kind: 'sent' }, branches: null, isFollowed: false, files: [] },
})

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
})
afterEach(() => void vi.unstubAllGlobals())

let show: (rows: readonly Row[]) => Promise<void>

function Page({ first }: { first: readonly Row[] }) {
  const [rows, setRows] = useState(first)
  show = (next) => interact(() => setRows(next))
  return (
    <ChatActionsProvider value={actions}>
      <MessageList rows={rows} answering={false} hasOlder={false} onOlder={nothing} loadUntil={async () => null} />
    </ChatActionsProvider>
  )
}

async function open(rows: readonly Row[]): Promise<HTMLElement> {
  const component = () => <Page first={rows} />
  const router = createRouter({ routeTree: createRootRoute({ component }), history: createMemoryHistory() })
  await router.load()
  return render(<RouterProvider router={router as never} />)
}

test('a question names its language, and that of the app where its words tell none', async () => {
  const texts = ['What is the time for the bus?', '¿Qué hora es?', 'Otto']
  const page = await open(texts.map((text) => question(text, text)))
  const langs = () => [...page.querySelectorAll<HTMLElement>('p[lang]')].map(({ lang }) => lang)
  expect(langs()).toEqual(['en', 'es', 'en'])
  await interact(() => activateLanguage('es'))
  await vi.waitFor(() => expect(langs()).toEqual(['en', 'es', 'es']))
})

test('a finished answer names its language, and the button in its code has that of the app', async () => {
  const text = 'Los buses que van por la ciudad:\n\n```js\nlist\n```'
  const page = await render(<Markdown text={text} streaming />)
  const lang = (part: string) => page.querySelector<HTMLElement>(part)?.lang
  expect(lang('[data-markdown]')).toBe('')
  const finished = await render(<Markdown text={text} />)
  const of = (part: string) => finished.querySelector<HTMLElement>(part)?.lang
  expect([of('[data-markdown]'), of('figure')]).toEqual(['es', 'en'])
})

test('the language of 10,000 messages is detected only of those on the screen, and once of each', async () => {
  const rows = Array.from({ length: 10_000 }, (_, n) => question(`q${n}`, `Question ${n} of the user`))
  detect.mockClear()
  const page = await open(rows)
  await vi.waitFor(() => expect(page.querySelector('[data-message="q9999"]')).not.toBeNull())
  const texts = () => detect.mock.calls.map(([text]) => text)
  for (let turn = 0; turn < 5; turn++) await show([...rows])
  expect(texts()).toContain('Question 9999 of the user')
  expect(texts().length).toBeLessThan(100)
  expect(new Set(texts()).size).toBe(texts().length)
  const before = texts().length
  await show([...rows, question('new', 'One more question')])
  expect(texts().slice(before)).toEqual(['One more question'])
})
