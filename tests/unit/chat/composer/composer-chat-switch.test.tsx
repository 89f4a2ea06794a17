import 'fake-indexeddb/auto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { database } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { NEW_CHAT } from '#offline/drafts/drafts.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { blockDatabase, openChatPage, storeChat, userId } from '#support/browser/chat-page.tsx'
import { interact, typeInto } from '#support/browser/render.tsx'

type Place = 'new' | 'A' | 'B'
const steps = ['type', 'send', 'type behind it', 'leave', 'type there'] as const

/**
 * From a new chat to a stored one, between two stored ones, and from a stored one to a new one: each step at which the
 * slow storage responds, with a message that can be stored and one that cannot.
 */
const switches: readonly { from: Place; to: Place }[] = [
  { from: 'new', to: 'B' },
  { from: 'A', to: 'B' },
  { from: 'A', to: 'new' },
]
const cases = switches.flatMap((each) =>
  [true, false].flatMap((stores) => steps.slice(1).map((released) => ({ ...each, stores, released }))),
)

/** The location of each text on this device: the drafts and messages of each chat. */
async function findTexts(): Promise<[place: string, text: string][]> {
  const drafts = await database().drafts.toArray()
  const entries = await readEntries(database(), userId)
  return [
    ...drafts.map(({ draftKey: chatId, text }): [string, string] => [chatId.split('/')[0] ?? '', text]),
    ...entries.flatMap((each): [string, string][] =>
      each.kind === 'message.send' ? [[each.queueKey, each.body.content]] : [],
    ),
  ]
}

test.each(cases)(
  'text typed in chat "$from" and in chat "$to" stays in its chat when the storage responds after step "$released" (message stored: $stores)',
  async ({ from, to, stores, released }) => {
    await Promise.all(database().tables.map((table) => table.clear()))
    const ids: Record<'A' | 'B', string> = { A: newId(), B: newId() }
    for (const each of ['A', 'B'] as const) await storeChat(ids[each], each)
    const pathOf = (place: Place) => `/chat/${place === 'new' ? 'new' : ids[place]}`
    if (!stores) {
      vi.stubGlobal('reportError', () => undefined)
      const refuse = () => {
        throw new Error('Not on this device')
      }
      database().outbox.hook('creating', refuse)
      onTestFinished(() => database().outbox.hook('creating').unsubscribe(refuse))
    }
    const page = await openChatPage(pathOf(from))
    await vi.waitFor(() => expect(page.composer()).not.toBeNull())
    const release = await blockDatabase()

    for (const step of steps) {
      if (step === 'type') await page.type('first')
      if (step === 'send') await page.send()
      if (step === 'type behind it') await page.type(' second')
      if (step === 'leave') {
        const left = page.composer()
        await page.go(pathOf(to))
        await vi.waitFor(() => {
          expect(page.path()).toBe(pathOf(to))
          expect(page.composer()).not.toBeNull()
          expect(page.composer()).not.toBe(left)
        })
      }
      if (step === 'type there') await page.type('third')
      if (step !== released) continue
      await release()
      // A read after all waiting operations: everything has been stored, or could not be.
      for (let turns = 0; turns < 5; turns += 1) await readEntries(database(), userId)
    }

    await vi.waitFor(async () => {
      const found = await findTexts()
      const placesOf = (word: string) => found.filter(([, text]) => text.includes(word)).map(([place]) => place)
      const born = (await readEntries(database(), userId)).find(({ kind }) => kind === 'chat.create')?.queueKey
      const own = from === 'new' ? [NEW_CHAT, born] : [ids[from]]
      for (const word of ['first', 'second']) {
        expect([word, placesOf(word)]).toEqual([word, [expect.toSatisfy((place) => own.includes(place))]])
      }
      expect(['third', placesOf('third')]).toEqual(['third', [to === 'new' ? NEW_CHAT : ids[to]]])
    })
    expect(page.path()).toBe(pathOf(to))
    expect(page.composer()?.value).toBe('third')
  },
)

test('a new chat whose message is stored while another chat is being opened neither navigates back nor replaces that history entry', async () => {
  await Promise.all(database().tables.map((table) => table.clear()))
  const id = newId()
  await storeChat(id, 'B')
  let opened = Promise.resolve()
  const page = await openChatPage('/chat/new', { beforeLoad: () => opened })
  await vi.waitFor(() => expect(page.composer()).not.toBeNull())
  const left = page.composer()
  const release = await blockDatabase()
  await page.type('first')
  await page.send()
  let open = () => {}
  opened = new Promise((resolve) => {
    open = resolve
  })
  await page.go(`/chat/${id}`)
  expect(page.composer()).not.toBe(left)
  await release()
  await vi.waitFor(async () => expect(await readEntries(database(), userId)).toHaveLength(2))
  expect(page.path()).toBe(`/chat/${id}`)
  open()
  await vi.waitFor(() => expect(page.router.state.status).toBe('idle'))
  expect(page.path()).toBe(`/chat/${id}`)
  await page.back()
  await vi.waitFor(() => expect(page.path()).toBe('/chat/new'))
})

const pressNewChat = () =>
  interact(() => {
    const press = { key: 'O', code: 'KeyO', ctrlKey: true, shiftKey: true, bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', press))
  })

/** Types where the focus is, as a keyboard does. */
async function typeAtFocus(text: string): Promise<void> {
  const focused = document.activeElement
  if (!(focused instanceof HTMLTextAreaElement)) throw new Error(`The focus is on ${focused?.nodeName}`)
  await typeInto(focused, focused.value + text)
}

test('text typed while the address of another chat still loads is of that chat, and the focus passes on to its composer', async () => {
  await Promise.all(database().tables.map((table) => table.clear()))
  const [from, to] = [newId(), newId()]
  await storeChat(from, 'A')
  await storeChat(to, 'B')
  let opened = Promise.resolve()
  const page = await openChatPage(`/chat/${from}`, { beforeLoad: () => opened })
  await vi.waitFor(() => expect(page.composer()).not.toBeNull())
  await page.type('first')
  await interact(() => page.composer()?.focus())
  let open = () => {}
  opened = new Promise((resolve) => {
    open = resolve
  })
  await page.go(`/chat/${to}`)
  await typeAtFocus('second')
  await vi.waitFor(() => expect(page.page.querySelector('h1')?.textContent).toBe('B'))
  await page.send()
  open()
  await vi.waitFor(async () =>
    expect(new Map(await findTexts())).toEqual(
      new Map([
        [from, 'first'],
        [to, 'second'],
      ]),
    ),
  )
})

test('text typed where nothing takes text goes to the composer while the messages of the chat are still being read', async () => {
  await Promise.all(database().tables.map((table) => table.clear()))
  const [from, to] = [newId(), newId()]
  await storeChat(from, 'A')
  await storeChat(to, 'B')
  const page = await openChatPage(`/chat/${from}`)
  await vi.waitFor(() => expect(page.composer()).not.toBeNull())
  const release = await blockDatabase()
  await page.go(`/chat/${to}`)
  await interact(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'h', bubbles: true, cancelable: true }))
  })
  await typeAtFocus('h')
  await release()
  await vi.waitFor(async () => expect(await findTexts()).toEqual([[to, 'h']]))
  expect(page.composer()?.value).toBe('h')
})

test('text typed where nothing takes text, as after a click in the list, goes to the composer', async () => {
  await Promise.all(database().tables.map((table) => table.clear()))
  const id = newId()
  await storeChat(id, 'A')
  await enqueueMessage(database(), { userId, chatId: id, content: 'A question' })
  const page = await openChatPage(`/chat/${id}`)
  await vi.waitFor(() => expect(page.page.textContent).toContain('A question'))
  const press = (key: string, more: KeyboardEventInit = {}) =>
    interact(() => {
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))
    })
  await press(' ')
  await press('c', { ctrlKey: true })
  await press('Enter')
  expect(document.activeElement).not.toBe(page.composer())
  await press('h')
  expect(document.activeElement).toBe(page.composer())
})

test('text typed after a click in the messages, which focuses their list, goes to the composer', async () => {
  await Promise.all(database().tables.map((table) => table.clear()))
  const id = newId()
  await storeChat(id, 'A')
  await enqueueMessage(database(), { userId, chatId: id, content: 'A question' })
  const page = await openChatPage(`/chat/${id}`)
  await vi.waitFor(() => expect(page.page.textContent).toContain('A question'))
  const messages = page.page.querySelector<HTMLElement>('[data-messages]')
  await interact(() => messages?.focus())
  const press = (key: string) =>
    interact(() => {
      messages?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    })
  await press('PageDown')
  expect(document.activeElement).toBe(messages)
  await press('h')
  expect(document.activeElement).toBe(page.composer())
})

test('text typed right after the shortcut for a new chat, while its address still loads, is of the new chat', async () => {
  await Promise.all(database().tables.map((table) => table.clear()))
  const id = newId()
  await storeChat(id, 'A')
  let opened = Promise.resolve()
  const page = await openChatPage(`/chat/${id}`, { beforeLoad: () => opened })
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  await vi.waitFor(() => expect(page.composer()).not.toBeNull())
  await page.type('first')
  let open = () => {}
  opened = new Promise((resolve) => {
    open = resolve
  })
  await pressNewChat()
  await typeAtFocus('second')
  open()
  await vi.waitFor(() => expect(page.router.state.status).toBe('idle'))
  expect(page.path()).toBe('/chat/new')
  expect(page.composer()?.value).toBe('second')
  await vi.waitFor(async () =>
    expect(new Map(await findTexts())).toEqual(
      new Map([
        [id, 'first'],
        [NEW_CHAT, 'second'],
      ]),
    ),
  )
})

test('the shortcut right after a first message, while the address of its chat still loads, opens another new chat', async () => {
  await Promise.all(database().tables.map((table) => table.clear()))
  let opened = Promise.resolve()
  const page = await openChatPage('/chat/new', { beforeLoad: () => opened })
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  await vi.waitFor(() => expect(page.composer()).not.toBeNull())
  const left = page.composer()
  let open = () => {}
  opened = new Promise((resolve) => {
    open = resolve
  })
  await page.type('first')
  await page.send()
  await vi.waitFor(() => expect(page.path()).not.toBe('/chat/new'))
  await pressNewChat()
  expect(page.composer()).not.toBe(left)
  await typeAtFocus('second')
  await page.send()
  open()
  await vi.waitFor(async () => {
    const sent = (await readEntries(database(), userId)).filter(({ kind }) => kind === 'message.send')
    expect(new Set(sent.map(({ queueKey }) => queueKey)).size).toBe(2)
  })
})
