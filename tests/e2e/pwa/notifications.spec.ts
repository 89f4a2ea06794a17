import { v7 as uuid } from 'uuid'
import type { ModelServer } from '#support/fakes/model-server.ts'
import { startPushService } from '#support/fakes/push-service.ts'
import type { ApiUser } from '../../../scripts/demo/api-user.ts'
import { expect, test } from '../fixtures.ts'
import type { App } from '../support/app.ts'
import { readBrowserStorage } from '../support/browser/browser-storage.ts'
import { WorkerControl } from '../support/browser/worker-control.ts'
import {
  chooseNotification,
  lookAway,
  renewSubscription,
  shownNotifications,
  subscribeTo,
  watchBadge,
} from '../support/fakes/push-browser.ts'

test.use({ ownBrowser: true })

const question = 'Shall we tell you when a long answer is ready?'
const settings = '/settings?section=sync-controls'

/** Sends a question, hides the page while the answer streams, and returns to the complete answer. */
async function askAndLookAway(app: App, model: ModelServer, text: string): Promise<void> {
  const script = model.next({ tokens: ['Answer ', `to ${text}`], holdAt: 1 })
  await app.ask(text)
  await expect(app.page.getByRole('article').last()).toContainText('Answer')
  await lookAway(app.page)
  await script.release()
  await expect(app.said(`Answer to ${text}`)).toBeVisible()
}

/** Sends a question from another device that does not read the stream. */
async function askElsewhere(url: string, { authenticated }: ApiUser, chatId: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/companion/chat/`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${authenticated.access}`,
      'content-type': 'application/json',
      prefer: 'respond-async',
    },
    body: JSON.stringify({ id: uuid(), chat: chatId, content: 'Next' }),
  })
  expect(response.status).toBe(202)
}

test('a user who allows notifications after a first long answer is notified of the next, with an excerpt, until they switch it off', async ({
  app,
  page,
  context,
  server,
  model,
}) => {
  test.setTimeout(90_000)
  const service = await startPushService()
  const [device, renewed] = [service.device(), service.device()]
  try {
    await subscribeTo(context, server.url, device)
    const user = await app.makeUser()
    await app.signIn(user)
    await page.goto('/chat/new')
    await app.untilOfflineReady()

    await test.step('after a short answer nobody is asked', async () => {
      await app.ask('Short')
      await expect(app.said('You said: Short')).toBeVisible()
      await expect(page.getByText(question)).toBeHidden()
      await askAndLookAway(app, model, 'Long')
      await expect(page.getByText(question)).toBeVisible()
    })

    await test.step('yes tells the server, and so does the worker when the browser renews the address', async () => {
      const told = page.waitForResponse('**/companion/push-subscriptions/')
      await page.getByRole('button', { name: 'Yes', exact: true }).click()
      expect((await told).status()).toBe(201)
      expect((await told).request().postDataJSON()).toMatchObject({ ...device, language: 'en' })
      await expect(page.getByText('We will tell you when an answer is ready.')).toBeVisible()
      await renewSubscription(page, device, renewed)
    })

    const badge = await watchBadge(page)
    const control = await WorkerControl.of(page)
    const chatId = page.url().split('/').at(-1)
    await test.step('the next answer comes with everything closed: its words are read here, and the icon counts it', async () => {
      await page.goto('about:blank')
      model.next({ tokens: ['Answer ', 'to Next'] })
      await askElsewhere(server.url, user, String(chatId))
      const [message] = await service.of(renewed, 1)
      expect(Object.keys(message?.payload as object).sort()).toEqual(['account', 'chat', 'message', 'type'])
      expect(service.received.filter(({ endpoint }) => endpoint === device.endpoint)).toEqual([])
      await control.push(JSON.stringify(message?.payload))
      await expect.poll(badge.shown).toEqual([1])
      await page.goto('/information')
      expect(await shownNotifications(page)).toEqual([{ title: 'Short', body: 'Answer to Next', tag: chatId }])
      await expect.poll(badge.cleared).toBe(true)
    })

    await test.step('choosing it opens its chat in the window that is there', async () => {
      await page.evaluate(() => Object.assign(window, { sameDocument: true }))
      await chooseNotification(page)
      await expect(page).toHaveURL(new RegExp(`/chat/${chatId}$`))
      await expect(app.said('Answer to Next')).toBeVisible()
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true)
      await expect.poll(() => shownNotifications(page)).toEqual([])
    })

    await test.step('the switch in the settings ends it, and begins it anew', async () => {
      await page.goto(settings)
      const notifications = page.getByRole('switch', { name: 'Notifications' })
      await expect(notifications).toBeChecked()
      const calls = [
        { method: 'DELETE', endpoint: renewed.endpoint },
        { method: 'POST', endpoint: device.endpoint },
      ]
      for (const { method, endpoint } of calls) {
        const told = page.waitForResponse(
          (response) => response.url().includes('/push-subscriptions/') && response.request().method() === method,
        )
        await notifications.click()
        const response = await told
        expect(response.ok()).toBe(true)
        expect(response.request().method()).toBe(method)
        expect(response.request().postDataJSON()).toMatchObject({ endpoint })
        await expect(notifications).toBeChecked({ checked: method === 'POST' })
      }
    })
  } finally {
    await service.close()
  }
})

test('a user who declines notifications is not asked again, and an unsupported browser says so in the settings', async ({
  app,
  page,
  model,
  server,
  context,
  watch,
}) => {
  // The test browser has no push service.
  watch.expect(/Push API in incognito mode/)
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  // The prompt loads after the first paint; an earlier answer would not trigger it.
  await app.untilOfflineReady()
  await askAndLookAway(app, model, 'One')
  await page.getByRole('button', { name: 'No, thanks' }).click()
  await expect(page.getByText(question)).toBeHidden()
  // The question disappears before the answer to it is stored.
  await expect.poll(async () => JSON.stringify((await readBrowserStorage(page)).rows)).toContain('declined')
  await page.reload()
  await askAndLookAway(app, model, 'Two')
  await askAndLookAway(app, model, 'Three')
  await expect(page.getByText(question)).toBeHidden()

  await context.grantPermissions(['notifications'], { origin: server.url })
  await page.goto(settings)
  const notifications = page.getByRole('switch', { name: 'Notifications' })
  await expect(notifications).not.toBeChecked()
  await notifications.click()
  await expect(page.getByText('Your browser could not switch them on.')).toBeVisible()
  await expect(notifications).not.toBeChecked()
})
