import 'fake-indexeddb/auto'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createApi } from '#api/client.ts'
import { FailedStatusBar } from '#features/chat/status/failed-status-bar.tsx'
import { UnsentList } from '#features/settings/sync/unsent/unsent-list.tsx'
import { useUnsent } from '#features/settings/sync/unsent/use-unsent.ts'
import { database } from '#offline/database/database.ts'
import { readEntries } from '#offline/database/queries.ts'
import { startFlushing } from '#offline/flush/flush-triggers.ts'
import { enqueueMessage } from '#offline/outbox/enqueue.ts'
import { newId } from '#offline/outbox/new-entry.ts'
import { openChatPage, storeChat, userId } from '#support/browser/chat-page.tsx'
import { interact, render } from '#support/browser/render.tsx'
import { startDevice } from '#support/device/device.ts'
import { coded } from '#support/servers/stub-server.ts'

const { fetch } = globalThis

beforeEach(async () => {
  await Promise.all(database().tables.map((table) => table.clear()))
})

async function say(chatId: string, content: string): Promise<string> {
  const id = newId()
  await enqueueMessage(database(), { id, userId, chatId, content })
  return id
}

/** A page with two rejected messages, whose server then sent a Retry-After of half a minute and works again since. */
async function startPaused() {
  const chatId = newId()
  await storeChat(chatId, 'Known')
  const { server, tokens } = await startDevice()
  server.seed(chatId, 0)
  const refused = [await say(chatId, 'one'), await say(chatId, 'two')]
  const error = { code: 'invalid_message_or_chat', status: 400, message: 'Refused' }
  await database().outbox.toCollection().modify({ state: 'failed', error })
  server.intercept = () => coded(503, 'overloaded', { 'retry-after': '30' })
  await enqueueMessage(database(), { userId, chatId: newId(), content: 'elsewhere', newChat: {} })
  const api = createApi({ baseUrl: server.url, tokens, language: () => 'en', locks: undefined, fetch })
  onTestFinished(startFlushing({ db: database(), api, userId }))
  await vi.waitFor(async () =>
    expect((await readEntries(database(), userId)).some((each) => each.error?.status === 503)).toBe(true),
  )
  server.intercept = undefined
  return { chat: chatId, refused, server }
}

async function press(page: HTMLElement, label: string): Promise<void> {
  const find = () => [...page.querySelectorAll('button')].find(({ textContent }) => textContent === label)
  await vi.waitFor(() => expect(find()).toBeDefined())
  await interact(() => find()?.click())
}

function Unsent() {
  const unsent = useUnsent(userId)
  return unsent && <UnsentList userId={userId} unsent={unsent} />
}

async function openUnsent(): Promise<HTMLElement> {
  const routeTree = createRootRoute({ component: Unsent })
  const router = createRouter({ routeTree, history: createMemoryHistory() })
  await router.load()
  return render(<RouterProvider router={router as never} />)
}

test('"Retry" below a question sends it at once, in the middle of a Retry-After pause', async () => {
  const { chat: chatId, server } = await startPaused()
  const { page } = await openChatPage(`/chat/${chatId}`)
  await press(page, 'Retry')
  await vi.waitFor(() => expect(server.questions(chatId)).toContain('one'))
})

test('"Retry all" above the composer sends everything at once, in the middle of a Retry-After pause', async () => {
  const { chat: chatId, refused, server } = await startPaused()
  await press(await render(<FailedStatusBar failed={refused} />), 'Retry all')
  await vi.waitFor(() => expect(server.questions(chatId)).toEqual(['one', 'two']))
})

test.each(['Retry', 'Retry all'])(
  '"%s" in the settings sends at once, in the middle of a Retry-After pause',
  async (label) => {
    const { chat: chatId, server } = await startPaused()
    await press(await openUnsent(), label)
    await vi.waitFor(() => expect(server.questions(chatId)).toContain('one'))
  },
)
