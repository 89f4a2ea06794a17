import type { BrowserContext, Page } from '@playwright/test'
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

/**
 * Counts the notifications that the worker shows: one that replaces another of its chat cannot be seen in their list.
 */
async function countShown(context: BrowserContext): Promise<() => Promise<number>> {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('The page has no worker')
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
    const show = registration.showNotification.bind(registration)
    Object.assign(globalThis, { shown: 0 })
    registration.showNotification = async (...notification) => {
      await show(...notification)
      Object.assign(globalThis, { shown: Number(Reflect.get(globalThis, 'shown')) + 1 })
    }
  })
  return () => worker.evaluate(() => Number(Reflect.get(globalThis, 'shown')))
}

/**
 * Resolves when the page tells the worker which chat it shows. Until its part for notifications is loaded, which begins
 * when the app is stored, it counts by the address that it was loaded with.
 */
async function untilReplying(context: BrowserContext, chatId: string): Promise<void> {
  const [worker] = context.serviceWorkers()
  if (!worker) throw new Error('The page has no worker')
  const requestReply = (chat: string) =>
    new Promise<unknown>((resolve) => {
      const { clients } = globalThis as unknown as { clients: { matchAll(): Promise<ServiceWorker[]> } }
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = ({ data }) => resolve(data)
      setTimeout(() => resolve('none in time'), 500)
      clients.matchAll().then(([page]) => page?.postMessage({ type: 'IS_SHOWN', chat }, [port2]))
    })
  await expect.poll(() => worker.evaluate(requestReply, chatId)).toBe(true)
}

const nobodys = [{ title: 'Companion', body: 'Your answer is ready', tag: 'ready' }]

test('an answer is announced once per chat, to nobody who sees it, and without words where they are not to be shown', async ({
  app,
  page,
  context,
}) => {
  const { chat: chatId, account: userId, payload } = await openAnswered(app)
  const control = await WorkerControl.of(page)
  const shown = await countShown(context)
  await untilReplying(context, chatId)

  await test.step('no notification is shown while the chat is visible', async () => {
    const told = page.evaluate(
      () =>
        new Promise<unknown>((resolve) => {
          // The worker also answers the page's question for its build, at any time.
          navigator.serviceWorker.addEventListener('message', ({ data }) => {
            if (data.type !== 'BUILD') resolve(data)
          })
        }),
    )
    await control.push(JSON.stringify(payload))
    expect(await told).toEqual({ type: 'IS_SHOWN', chat: chatId })
    expect(await shownNotifications(page)).toEqual([])
  })

  await test.step('elsewhere it is announced with its chat and an excerpt, once per chat', async () => {
    for (const times of [1, 2]) {
      // By the router first: the page was loaded with the address of the chat.
      if (times === 1) {
        await page.getByRole('link', { name: 'New chat' }).click()
        await expect(page.getByRole('list', { name: 'Examples' })).toBeVisible()
      } else await page.goto('/information')
      await control.push(JSON.stringify(payload))
      await expect.poll(shown).toBe(times)
      await expect.poll(() => shownNotifications(page)).toEqual([harbour(chatId)])
    }
    await closeAll(page)
  })

  await test.step('a push message for another user shows no names and no text', async () => {
    // In another tab, so that no page of the app is visible.
    await page.goto('about:blank')
    await control.push(JSON.stringify({ ...payload, account: userId + 1 }))
    await expect.poll(shown).toBe(3)
    await page.goto('/information')
    await expect.poll(() => shownNotifications(page)).toEqual(nobodys)
    await closeAll(page)
  })

  await test.step('without a network the excerpt comes from the local copy', async () => {
    await app.goOffline()
    await control.push(JSON.stringify(payload))
    await expect.poll(shown).toBe(4)
    await expect.poll(() => shownNotifications(page)).toEqual([harbour(chatId)])
    await closeAll(page)
    await app.goOnline()
  })

  await test.step('a push message that cannot be looked up shows no names and no text', async () => {
    await page.goto('about:blank')
    const [worker] = context.serviceWorkers()
    await worker?.evaluate(() => {
      Object.defineProperty(IDBFactory.prototype, 'open', {
        value: () => {
          throw new DOMException('The database cannot be opened', 'UnknownError')
        },
      })
    })
    await control.push(JSON.stringify(payload))
    await expect.poll(shown).toBe(5)
    await page.goto('/information')
    await expect.poll(() => shownNotifications(page)).toEqual(nobodys)
  })
})
