import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useParams,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { ChatScreen } from '#features/chat/screen/chat-screen.tsx'
import { database } from '#offline/database/database.ts'
import type { ChatRow } from '#offline/database/rows.ts'
import { adopt, currentState } from '#session/state/session-atom.ts'
import { makeAuthenticated, makeUser } from '../users/make-user.ts'
import { interact, render, typeInto } from './render.tsx'

export const userId = 7

/** Stores a chat with a title only, which the server knows. */
export async function storeChat(id: string, title: string): Promise<void> {
  const time = new Date().toISOString()
  const times = { created_at: time, updated_at: time, last_message_at: time }
  const server = { id, title, ...times, folder: null, tags: [], is_saved: false, expires_at: null, preview: '' }
  await database().chats.put({ ...server, userId, local: false, server } as ChatRow)
}

interface ChatPageOptions {
  beforeLoad?: () => Promise<void>
  /** What the frame of the app renders beside the screen. */
  beside?: ReactNode
}

/**
 * Opens the chat screen of a signed-in user, with a server that never responds. Closed with the test. A navigation to
 * another chat is pending until the promise of `beforeLoad` resolves.
 */
export async function openChatPage(path: string, { beforeLoad = async () => undefined, beside }: ChatPageOptions = {}) {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }))
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  const user = makeUser(userId, { is_admin: true })
  adopt({
    generation: currentState().generation + 1,
    session: { ...makeAuthenticated(userId), user, generation: 1 },
  } as never)
  const root = createRootRoute({
    component: () => (
      <>
        <Outlet />
        {beside}
      </>
    ),
  })
  const chats = createRoute({ getParentRoute: () => root, path: '/chat', component: Page })
  const places = ['/', '/$chatId'].map((each) => createRoute({ getParentRoute: () => chats, path: each, beforeLoad }))
  const history = createMemoryHistory({ initialEntries: [path] })
  const router = createRouter({ routeTree: root.addChildren([chats.addChildren(places)]), history })
  function Page() {
    const { chatId } = useParams({ strict: false }) as { chatId?: string }
    const nothing = () => null
    return (
      <ChatScreen
        {...(chatId === undefined ? {} : { chatId })}
        sidebar={nothing}
        onBeforeList={nothing}
        menu={nothing}
      />
    )
  }
  await router.load()
  const page = await render(<RouterProvider router={router as never} />)
  onTestFinished(() => void vi.unstubAllGlobals())
  const composer = () => page.querySelector<HTMLTextAreaElement>('textarea')
  const field = (): HTMLTextAreaElement => {
    const element = composer()
    if (!element) throw new Error(`There is no composer: ${page.textContent}`)
    return element
  }
  return {
    page,
    router,
    composer,
    path: () => router.latestLocation.pathname,
    /** Appends to the text in the composer. */
    type: (text: string) => typeInto(field(), field().value + text),
    send: () => interact(() => field().form?.requestSubmit()),
    go: (to: string) => interact(() => void router.history.push(to)),
    back: () => interact(() => void router.history.back()),
  }
}

/** Blocks the database as another tab would; nothing is read or written until it is released. */
export async function blockDatabase(): Promise<() => Promise<void>> {
  const db = database()
  await db.open()
  const names = [...db.backendDB().objectStoreNames]
  const transaction = db.backendDB().transaction(names, 'readwrite')
  const ended = new Promise<void>((resolve) => transaction.addEventListener('complete', () => resolve()))
  const store = transaction.objectStore('drafts')
  let held = true
  const hold = () => {
    if (held) store.get([0, '']).onsuccess = hold
  }
  hold()
  const release = () => {
    held = false
    return ended
  }
  onTestFinished(release)
  return release
}
