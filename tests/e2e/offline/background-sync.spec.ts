import { expect, test } from '../fixtures.ts'
import type { App } from '../support/app.ts'
import { WorkerControl } from '../support/browser/worker-control.ts'
import { storedQuestions } from '../support/stored-questions.ts'

// These tests are long, and the machine may be slow.
test.setTimeout(120_000)

const ACCESS_SECONDS = 10

/** Signs in and opens a chat, ready to go offline; returns the user and the chat. */
async function openChat(app: App, questions = ['A first question']) {
  const user = await app.makeUser()
  const chatId = await user.chat(questions, 'Our chat')
  await app.signIn(user)
  await app.page.goto(`/chat/${chatId}`)
  await expect(app.said(questions[0] ?? '')).toBeVisible()
  await app.untilOfflineReady()
  return { user, chat: chatId }
}

async function closeAll(app: App): Promise<void> {
  for (const page of app.context.pages()) await page.close({ runBeforeUnload: false })
}

test('with every tab closed, the queue is sent once as soon as there is a network', async ({ app, server, model }) => {
  const { user, chat: chatId } = await openChat(app)
  await app.goOffline()
  // Simulates a browser too busy to return its service worker until long after the tab is closed.
  await app.page.evaluate(() => {
    navigator.serviceWorker.getRegistration = () => new Promise(() => undefined)
  })
  await app.ask('Written in a tunnel')
  await expect(app.said('Written in a tunnel').getByText(/^Waiting/)).toBeVisible()
  await closeAll(app)

  await app.goOnline()
  const stored = () => storedQuestions(server.url, user, chatId)
  await expect.poll(stored).toEqual(['A first question', 'Written in a tunnel'])
  // No page receives the stream of this answer.
  const asked = () => model.requests.filter(({ messages }) => messages.at(-1)?.content === 'Written in a tunnel')
  await expect.poll(asked).toHaveLength(1)

  const page = await app.context.newPage()
  await page.goto(`${server.url}/chat/${chatId}`)
  await expect(page.getByRole('article').filter({ hasText: 'You said: Written in a tunnel' })).toBeVisible()
  await expect(page.getByText(/^Waiting/)).toHaveCount(0)
  expect(await stored()).toHaveLength(2)
  expect(asked()).toHaveLength(1)
})

test('20 messages in three chats arrive in order within 10 seconds', async ({ app, page, server }) => {
  const user = await app.makeUser()
  const chats: string[] = []
  for (const name of ['One', 'Two', 'Three']) chats.push(await user.chat([`Begin ${name}`], name))
  await app.signIn(user)
  for (const [index, chatId] of chats.entries()) {
    await page.goto(`/chat/${chatId}`)
    await expect(app.said(`Begin ${['One', 'Two', 'Three'][index]}`)).toBeVisible()
  }
  await app.untilOfflineReady()
  await app.goOffline()
  const expected = new Map(chats.map((chatId, index) => [chatId, [`Begin ${['One', 'Two', 'Three'][index]}`]]))
  const counts = [7, 7, 6]
  for (const [index, chatId] of chats.entries()) {
    await page.goto(`/chat/${chatId}`)
    for (let n = 1; n <= (counts[index] ?? 0); n += 1) {
      const text = `Note ${index}.${n} of the tunnel`
      await app.ask(text)
      expected.get(chatId)?.push(text)
    }
  }
  await expect(page.getByText(/^Waiting/).first()).toBeVisible()
  await closeAll(app)

  await app.goOnline()
  const stored = async () => {
    const entries = await Promise.all(
      chats.map(async (chatId) => [chatId, await storedQuestions(server.url, user, chatId)] as const),
    )
    return Object.fromEntries(entries)
  }
  await expect.poll(stored, { timeout: 10_000 }).toEqual(Object.fromEntries(expected))
})

test('two tabs and the worker without locks send the same queue once', async ({ app, page, server, context }) => {
  // Without Web Locks, only leases and the server's unique ids prevent duplicates.
  await context.addInitScript(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
  const { user, chat: chatId } = await openChat(app)
  const other = await context.newPage()
  await other.goto(`${server.url}/chat/${chatId}`)
  await expect(other.getByText('A first question').first()).toBeVisible()
  const control = await WorkerControl.of(page)
  await app.goOffline()
  const texts = Array.from({ length: 8 }, (_, n) => `Note ${n + 1} of many`)
  for (const text of texts) await app.ask(text)
  for (const worker of context.serviceWorkers()) {
    await worker.evaluate(() => Object.defineProperty(navigator, 'locks', { value: undefined }))
  }

  await app.server.start()
  await Promise.all([control.sync('companion-flush'), context.setOffline(false), control.sync('companion-flush')])
  await expect(page.getByText(/^Waiting/)).toHaveCount(0)
  await expect.poll(() => storedQuestions(server.url, user, chatId)).toEqual(['A first question', ...texts])
})

test('with background sync off, nothing is sent while the app is closed', async ({ app, page, server, context }) => {
  const { user, chat: chatId } = await openChat(app)
  await page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('companion')
        opening.onsuccess = () => {
          const writing = opening.result.transaction('device', 'readwrite')
          writing.objectStore('device').put({ key: 'background_sync', value: false })
          writing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
          writing.onerror = () => reject(writing.error)
        }
      }),
  )
  await app.goOffline()
  await app.ask('Not before I come back')
  await expect(app.said('Not before I come back').getByText(/^Waiting/)).toBeVisible()
  const tags = await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return 'sync' in registration ? (registration.sync as { getTags(): Promise<string[]> }).getTags() : null
  })
  expect(tags).toEqual([])
  // Also when the browser fires a sync event that was registered earlier.
  const blank = await context.newPage()
  await closeAllBut(app, blank)
  await app.goOnline()
  // A page of the origin that does not run the app, which would send the outbox itself.
  await blank.goto(`${server.url}/api/v1/openapi.json`)
  const control = await WorkerControl.of(blank)
  await control.sync('companion-flush')
  expect(await storedQuestions(server.url, user, chatId)).toEqual(['A first question'])

  await blank.goto(`${server.url}/chat/${chatId}`)
  await expect.poll(() => storedQuestions(server.url, user, chatId)).toContain('Not before I come back')
})

async function closeAllBut(app: App, kept: unknown): Promise<void> {
  for (const page of app.context.pages()) if (page !== kept) await page.close()
}

const testShort = test.extend({ ownServer: { env: { ACCESS_TOKEN_SECONDS: String(ACCESS_SECONDS) } } })

testShort('the worker renews an access token that has expired meanwhile', async ({ app, server }) => {
  const { user, chat: chatId } = await openChat(app)
  await app.goOffline()
  await app.ask('Written long ago')
  await expect(app.said('Written long ago').getByText(/^Waiting/)).toBeVisible()
  await closeAll(app)
  const expired = Date.now() + (ACCESS_SECONDS + 1) * 1000
  await expect.poll(() => Date.now() > expired, { timeout: 2 * ACCESS_SECONDS * 1000 }).toBe(true)

  await app.goOnline()
  await expect.poll(() => storedQuestions(server.url, user, chatId)).toContain('Written long ago')
  const page = await app.context.newPage()
  await page.goto(`${server.url}/chat/${chatId}`)
  await expect(page.getByRole('article').filter({ hasText: 'You said: Written long ago' })).toBeVisible()
  expect(await storedQuestions(server.url, user, chatId)).toEqual(['A first question', 'Written long ago'])
})
