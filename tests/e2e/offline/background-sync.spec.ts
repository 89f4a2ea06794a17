import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { App } from '../support/app.ts'
import { readBrowserStorage } from '../support/browser/browser-storage.ts'
import { navigate } from '../support/browser/navigate.ts'
import { WorkerControl } from '../support/browser/worker-control.ts'
import { storedQuestions } from '../support/stored-questions.ts'

// These tests are long, and the machine may be slow.
test.setTimeout(120_000)

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

/** Simulates a long time: the server refuses the stored access token as it would an expired one. */
const expireToken = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('companion')
        opening.onsuccess = () => {
          const writing = opening.result.transaction('session', 'readwrite')
          const record = writing.objectStore('session')
          record.get('current').onsuccess = ({ target }) => {
            const row = (target as IDBRequest<{ access: string }>).result
            record.put({ ...row, access: `${row.access}x` })
          }
          writing.oncomplete = () => {
            opening.result.close()
            resolve()
          }
          writing.onerror = () => reject(writing.error)
        }
      }),
  )

test('20 messages in three chats are sent once, in order, within 10 seconds, with every tab closed and the access token expired', async ({
  app,
  page,
  server,
  model,
}) => {
  const user = await app.makeUser()
  const names = ['One', 'Two', 'Three']
  const chats: string[] = []
  for (const name of names) chats.push(await user.chat([`Begin ${name}`], name))
  await app.signIn(user)
  await page.goto('/chat')
  for (const [index, chatId] of chats.entries()) {
    await navigate(page, `/chat/${chatId}`)
    await expect(app.said(`Begin ${names[index]}`)).toBeVisible()
  }
  await app.untilOfflineReady()
  await app.goOffline()
  // Simulates a browser too busy to return its service worker until long after the tab is closed.
  await page.evaluate(() => {
    navigator.serviceWorker.getRegistration = () => new Promise(() => undefined)
  })
  const expected = new Map(chats.map((chatId, index) => [chatId, [`Begin ${names[index]}`]]))
  const counts = [7, 7, 6]
  const texts: string[] = []
  for (const [index, chatId] of [...chats.entries()].reverse()) {
    if (index < 2) await navigate(page, `/chat/${chatId}`)
    for (let n = 1; n <= (counts[index] ?? 0); n += 1) {
      const text = `Note ${index}.${n} of the tunnel`
      await app.ask(text)
      expected.get(chatId)?.push(text)
      texts.push(text)
    }
  }
  await expect(page.getByText(/^Waiting/).first()).toBeVisible()
  await expireToken(page)
  await closeAll(app)

  await app.goOnline()
  const stored = async () => {
    const entries = await Promise.all(
      chats.map(async (chatId) => [chatId, await storedQuestions(server.url, user, chatId)] as const),
    )
    return Object.fromEntries(entries)
  }
  await expect.poll(stored, { timeout: 10_000 }).toEqual(Object.fromEntries(expected))
  // No page receives the streams of these answers.
  const asked = () =>
    model.requests.map(({ messages }) => messages.at(-1)?.content).filter((text) => text !== undefined)
  await expect.poll(() => texts.filter((text) => !asked().includes(text))).toEqual([])

  const opened = await app.context.newPage()
  await opened.goto(`${server.url}/chat/${chats[0]}`)
  await expect(opened.getByRole('article').filter({ hasText: 'You said: Note 0.7 of the tunnel' })).toBeVisible()
  await expect(opened.getByText(/^Waiting/)).toHaveCount(0)
  expect(await stored()).toEqual(Object.fromEntries(expected))
  for (const text of texts) expect(asked().filter((content) => content === text)).toHaveLength(1)
})

test('nothing is sent while the app is closed with background sync off', async ({ app, page, server, context }) => {
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
  const pagePosts: string[] = []
  context.on('request', (request) => request.method() === 'POST' && pagePosts.push(request.url()))
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
  const stored = await storedQuestions(server.url, user, chatId)
  const { rows } = await readBrowserStorage(blank)
  // In the error message, because only they tell whether the setting was lost and whether an open page has sent.
  const cause = `${JSON.stringify(rows['companion.device'])}, sent by pages: ${pagePosts.join(' ')}`
  expect(stored, cause).toEqual(['A first question'])

  await blank.goto(`${server.url}/chat/${chatId}`)
  await expect.poll(() => storedQuestions(server.url, user, chatId)).toContain('Not before I come back')
})

/**
 * Leaves the app before closing its tabs. `close` detaches the debugger first, which ends the simulated lack of a
 * network: the closing document then gets the `online` event and sends what waits.
 */
async function closeAllBut(app: App, kept: Page): Promise<void> {
  for (const page of app.context.pages()) {
    if (page === kept) continue
    await page.goto('about:blank')
    await page.close()
  }
}
