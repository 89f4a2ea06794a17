import { RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { API_BASE } from '#contract/endpoint.ts'
import { checkImport, importChats } from '#contract/endpoints/import.ts'
import { nothingLeftOut } from '#features/import/read/read-export.ts'
import type { ImportEvent, ImportRequest } from '#features/import/read/worker-messages.ts'
import { readUnfinishedImport } from '#features/import/unfinished-import.ts'
import { activateLanguage } from '#i18n/i18n.ts'
import { adopt, currentState, resetSession } from '#session/state/session-atom.ts'
import { openRouter } from '#support/browser/app-page.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { makeAuthenticated, makeUser } from '#support/users/make-user.ts'

const chatId = '0b0d5a38-7d8c-4a30-9d6b-0f6f3f2a7c11'
const message = (n: number) => ({
  ...{ id: `0b0d5a38-7d8c-4a30-9d6b-0f6f3f2a7c2${n}`, content: 'Herons wade', created_at: '2024-03-05T10:00:00.000Z' },
  ...(n % 2 === 0 ? { role: 'user' as const, parent: null } : { role: 'assistant' as const }),
})
const chat = {
  id: chatId,
  title: 'Herons',
  created_at: '2024-03-05T10:00:00.000Z',
  messages: [0, 1, 2, 3].map(message),
}

/** Answers as the worker does that has found one chat with four messages. */
class WorkerOfOneChat extends EventTarget {
  postMessage({ type }: ImportRequest): void {
    if (type === 'read')
      this.#post({ type: 'found', source: 'chatgpt', chats: [{ id: chatId, newest: chatId, messages: 4 }] })
    if (type === 'send') this.#post({ type: 'portion', portion: { source: 'chatgpt', chats: [chat] } })
    else this.#post({ type: 'end', leftOut: nothingLeftOut })
  }
  #post(data: ImportEvent): void {
    this.dispatchEvent(new MessageEvent('message', { data }))
  }
  terminate(): void {}
}

type Portion = { chats: { id: string; messages: unknown[] }[] }
type Answer = (portion: Portion) => Response | Promise<Response>

const answer = (value: unknown, init: ResponseInit = {}) =>
  new Response(JSON.stringify(value), { ...init, headers: { 'content-type': 'application/json', ...init.headers } })
const stored =
  (state: 'created' | 'known'): Answer =>
  ({ chats }) =>
    answer({
      results: chats.map(({ id, messages }) => ({ id, state, added: state === 'created' ? messages.length : 0 })),
    })
const never = () => new Promise<Response>(() => undefined)
const unreachable: Answer = () => Promise.reject(new TypeError('Failed to fetch'))

/** What the server answers to the portions, one after the other. */
let answers: Answer[] = []
let portions: Portion[] = []

beforeEach(() => {
  resetSession()
  answers = []
  portions = []
  vi.stubGlobal('Worker', WorkerOfOneChat)
  vi.stubGlobal('fetch', async (input: string | URL | Request, init?: RequestInit) => {
    const request = input instanceof Request ? input : undefined
    const { pathname } = new URL(request?.url ?? String(input), 'http://localhost')
    const read = async () => JSON.parse(request ? await request.text() : String(init?.body)) as never
    if (pathname === API_BASE + checkImport.path) {
      const { chats } = (await read()) as { chats: { id: string }[] }
      return answer({ results: chats.map(({ id }) => ({ id, state: 'new' })) })
    }
    if (pathname !== API_BASE + importChats.path) return never()
    const portion = (await read()) as Portion
    portions.push(portion)
    return (answers.shift() ?? never)(portion)
  })
})
afterEach(() => localStorage.clear())

async function openImport(userId = 7) {
  const generation = currentState().generation + 1
  adopt({ generation, session: { ...makeAuthenticated(), user: makeUser(userId), generation } })
  const router = await openRouter('/import-chats')
  const page = await render(<RouterProvider router={router} />)
  const button = (name: string) => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  const sees = (text: string) => vi.waitFor(() => expect(page.textContent).toContain(text), { timeout: 5000 })
  const press = async (name: string) => {
    await vi.waitFor(() => expect(button(name)).toBeDefined())
    await interact(() => {
      button(name)?.focus()
      button(name)?.click()
    })
  }
  const choose = async () => {
    const input = page.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error(`There is no field for a file: ${page.textContent}`)
    const file = new File(['[]'], 'conversations.json')
    Object.defineProperty(input, 'files', { configurable: true, value: [file] })
    await interact(() => input.dispatchEvent(new Event('change', { bubbles: true })))
  }
  const begin = async () => {
    await choose()
    await press('Import 1 chat')
  }
  return { page, router, sees, press, choose, begin, go: (to: string) => interact(() => router.navigate({ href: to })) }
}

const isAskedBeforeClosing = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('an import waits while the server cannot be reached, says so, and goes on by itself', async () => {
  answers = [unreachable, stored('created')]
  const { sees, begin } = await openImport()
  await begin()
  await sees('The server cannot be reached. The import goes on by itself as soon as it can.')
  expect(isAskedBeforeClosing()).toBe(true)
  await interact(() => window.dispatchEvent(new Event('online')))
  await sees('1 chat was imported, with 4 messages')
  expect(portions).toHaveLength(2)
  expect(portions[0]).toEqual(portions[1])
  expect(isAskedBeforeClosing()).toBe(false)
})

test('an import whose server was killed after it had stored a portion counts the portion once', async () => {
  const busy = () => answer({ detail: 'down' }, { status: 503, headers: { 'retry-after': '0' } })
  answers = [busy, stored('known')]
  const { sees, begin } = await openImport()
  await begin()
  await sees('The server cannot answer right now. The import goes on by itself.')
  await interact(() => window.dispatchEvent(new Event('online')))
  await sees('1 chat was imported, with 4 messages')
})

test('an import goes on while its user is elsewhere in the app, and its page then says how it ended', async () => {
  let store = () => undefined as unknown
  answers = [
    (portion) =>
      new Promise((resolve) => {
        store = () => resolve(stored('created')(portion) as Response)
      }),
  ]
  const { page, sees, press, begin, go } = await openImport()
  await begin()
  await sees('do not close this tab')
  await go('/information')
  expect(page.textContent).not.toContain('do not close this tab')
  await go('/import-chats')
  await sees('do not close this tab')
  await go('/information')
  await interact(store)
  await sees('The import has ended. Your chats are in the list.')
  await go('/import-chats')
  await sees('1 chat was imported, with 4 messages')
  await press('Another file')
  await sees('Choose a file')
})

const interrupted = JSON.stringify({ userId: 7, stored: 312, total: 1000 })

test.each([
  ['en', '7', 'Your last import did not come to its end. Choose the same file again: it goes on where it stopped'],
  ['en', interrupted, 'Your last import stopped after 312 of 1,000 chats. Choose the same file again: it goes on'],
  ['es', interrupted, 'Tu última importación se detuvo tras 312 de 1000 chats. Elige otra vez el mismo archivo: sigue'],
] as const)('the page of a new tab tells in %s where an import was interrupted', async (language, mark, text) => {
  localStorage.setItem('companion:import', mark)
  const { page } = await openImport()
  await interact(() => activateLanguage(language))
  await vi.waitFor(() => expect(page.textContent).toContain(text))
})

test('the focus moves to the heading when the pressed button is removed with its step of an import', async () => {
  answers = [stored('created')]
  const { page, sees, press, begin } = await openImport()
  await sees('Choose a file')
  const heading = page.querySelector('h1')
  await begin()
  await sees('1 chat was imported')
  await vi.waitFor(() => expect(document.activeElement).toBe(heading))
  await press('Another file')
  await sees('Choose a file')
  await vi.waitFor(() => expect(document.activeElement).toBe(heading))
})

test('one live region, which is there from the start, tells what is in a file and what was imported', async () => {
  answers = [stored('created')]
  const { page, sees, press, choose } = await openImport()
  await sees('Choose a file')
  const region = page.querySelector('h1 ~ [role="status"]')
  expect(region?.textContent).toBe('')
  await choose()
  await vi.waitFor(() => expect(region?.textContent).toBe('ChatGPT1 chat, 4 messages1 chat is new'))
  await press('Import 1 chat')
  await vi.waitFor(() => expect(region?.textContent).toBe('1 chat was imported, with 4 messages'))
})

test('an import that was stopped by its user, or has ended, counts as no interruption', async () => {
  const { sees, press, begin } = await openImport()
  await begin()
  const mark = JSON.stringify({ userId: 7, stored: 0, total: 1 })
  await vi.waitFor(() => expect(localStorage.getItem('companion:import')).toBe(mark))
  await press('Cancel')
  await sees('Stopped. To go on, choose the same file again.')
  expect(localStorage.getItem('companion:import')).toBeNull()
  expect(isAskedBeforeClosing()).toBe(false)
})

test('an import that ended because its user was signed out counts as an interruption, for this user only', async () => {
  const { begin } = await openImport()
  await begin()
  await vi.waitFor(() => expect(portions).toHaveLength(1))
  const signedOut = currentState().generation + 1
  await interact(() => adopt({ generation: signedOut, session: null }))
  await vi.waitFor(() => expect(isAskedBeforeClosing()).toBe(false))
  const told = 'Your last import stopped after 0 of 1 chat.'
  const other = await openImport(8)
  await other.sees('Choose a file')
  expect(other.page.textContent).not.toContain(told)
  const { sees } = await openImport()
  await sees(told)
})

test('another file can be chosen after an interrupted import has ended, without being told of the interruption', async () => {
  localStorage.setItem('companion:import', interrupted)
  answers = [stored('created')]
  const { page, sees, press, begin } = await openImport()
  await sees('Your last import stopped after 312 of 1,000 chats.')
  await begin()
  await sees('1 chat was imported, with 4 messages')
  await press('Another file')
  await sees('Choose a file')
  expect(page.textContent).not.toContain('Your last import')
})

test('the page of another tab tells of no interruption while this one is storing', async () => {
  const held: LockInfo[] = []
  const query = vi.fn(async () => ({ held: [...held] }))
  const request = async (name: string, _: LockOptions, work: () => Promise<void>) => {
    held.push({ name })
    await work().finally(() => held.pop())
  }
  Object.defineProperty(navigator, 'locks', { configurable: true, value: { query, request } })
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'locks'))
  const first = await openImport()
  await first.begin()
  await first.sees('do not close this tab')
  await vi.waitFor(() => expect(portions).toHaveLength(1))
  expect(await readUnfinishedImport(7)).toBeNull()
  await interact(() => adopt({ generation: currentState().generation + 1, session: null }))
  await vi.waitFor(() => expect(held).toEqual([]))
  expect(await readUnfinishedImport(7)).toMatchObject({ stored: 0, total: 1 })
})
