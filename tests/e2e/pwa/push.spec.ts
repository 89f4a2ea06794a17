import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import type { App } from '../support/app.ts'
import { WorkerControl } from '../support/browser/worker-control.ts'
import { shownNotifications } from '../support/fakes/push-browser.ts'

test.use({ ownBrowser: true })

/** Creates a user with an answered chat; returns the ids that the server would push. */
async function openAnswered(app: App) {
  await app.context.grantPermissions(['notifications'], { origin: app.server.url })
  const user = await app.makeUser()
  const chatId = await user.chat(['What is a harbour?'], 'On harbours')
  await app.signIn(user)
  await app.page.goto(`/chat/${chatId}`)
  const answer = app.page.getByRole('article').filter({ hasText: 'You said: What is a harbour?' })
  await expect(answer).toBeVisible()
  await app.untilOfflineReady()
  const message = await answerOf(app.page, chatId)
  const userId = user.authenticated.user.id
  return { chat: chatId, account: userId, payload: { type: 'answer_ready', account: userId, chat: chatId, message } }
}

const answerOf = (page: Page, chatId: string): Promise<string> =>
  page.evaluate(
    (id) =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('companion')
        opening.onsuccess = () => {
          const reading = opening.result.transaction('messages').objectStore('messages').getAll()
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result.find((row) => row.chat === id && row.role === 'assistant')?.id)
          }
          reading.onerror = () => reject(reading.error)
        }
      }),
    chatId,
  )

const closeAll = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    for (const notification of await registration.getNotifications()) notification.close()
  })

const harbour = (chatId: string) => ({ title: 'On harbours', body: 'You said: What is a harbour?', tag: chatId })

test('an answer is announced with its chat and an excerpt, once per chat, and offline from the local copy', async ({
  app,
  page,
}) => {
  const { chat: chatId, payload } = await openAnswered(app)
  await page.goto('/information')
  const control = await WorkerControl.of(page)
  for (let times = 0; times < 2; times += 1) {
    await control.push(JSON.stringify(payload))
    await expect.poll(() => shownNotifications(page)).toEqual([harbour(chatId)])
  }
  await closeAll(page)
  await app.goOffline()
  await control.push(JSON.stringify(payload))
  await expect.poll(() => shownNotifications(page)).toEqual([harbour(chatId)])
})

test('a push message for another user, or an unreadable one, shows no names and no text', async ({
  app,
  page,
  context,
}) => {
  const { account: userId, payload } = await openAnswered(app)
  const control = await WorkerControl.of(page)
  const nobodys = [{ title: 'Companion', body: 'Your answer is ready', tag: 'ready' }]
  const [worker] = context.serviceWorkers()
  // The worker looks for visible pages of the app some time after the push, so none may be opened before it has decided.
  const shown = () =>
    worker?.evaluate(async () => {
      const scope = globalThis as unknown as { registration: ServiceWorkerRegistration }
      return (await scope.registration.getNotifications()).length
    })
  // In another tab, so that no page of the app is visible.
  await page.goto('about:blank')
  await control.push(JSON.stringify({ ...payload, account: userId + 1 }))
  await expect.poll(shown).toBe(1)
  await page.goto('/information')
  await expect.poll(() => shownNotifications(page)).toEqual(nobodys)
  await closeAll(page)
  await page.goto('about:blank')
  await worker?.evaluate(() => {
    Object.defineProperty(IDBFactory.prototype, 'open', {
      value: () => {
        throw new DOMException('The database cannot be opened', 'UnknownError')
      },
    })
  })
  await control.push(JSON.stringify(payload))
  await expect.poll(shown).toBe(1)
  await page.goto('/information')
  await expect.poll(() => shownNotifications(page)).toEqual(nobodys)
})

test('no notification is shown while the chat is visible', async ({ app, page }) => {
  const { chat: chatId, payload } = await openAnswered(app)
  const control = await WorkerControl.of(page)
  const told = page.evaluate(
    () =>
      new Promise<unknown>((resolve) => {
        navigator.serviceWorker.addEventListener('message', ({ data }) => resolve(data), { once: true })
      }),
  )
  await control.push(JSON.stringify(payload))
  expect(await told).toEqual({ type: 'ANSWER_READY', chat: chatId })
  expect(await shownNotifications(page)).toEqual([])
})
