import type { Page } from '@playwright/test'
import { startTcpProxy, type TcpProxy } from '#support/servers/tcp-proxy.ts'
import { expect, testOnline, test as testWithWorker } from '../fixtures.ts'
import { App } from '../support/app.ts'
import { readBrowserStorage } from '../support/browser/browser-storage.ts'
import { failedRequests } from '../support/browser/page-watch.ts'

/** The browser reaches the server through a proxy whose connections a test can break. */
const test = testOnline.extend<{ tcpProxy: TcpProxy }>({
  tcpProxy: async ({ server }, use) => {
    const proxy = await startTcpProxy(server.url)
    await use(proxy)
    await proxy.close()
  },
  baseURL: async ({ tcpProxy }, use) => use(tcpProxy.url),
})

/** With a lease so short that another process notices a killed server within two seconds. */
const testKilled = testWithWorker.extend({ ownServer: { program: 'tests/support/programs/short-lease-server.ts' } })

const stopButton = (page: Page) => page.getByRole('button', { name: 'Stop' })
const incomplete = (page: Page) => page.getByRole('main').getByText('This answer is not complete.')
/** Returns the text of an answer without its actions. */
const answerText = (app: App, start: string) => app.said(start).locator('p').first()

testOnline(
  'a second tab shows the growing answer, and can stop it',
  async ({ app, page, context, server, watch, model }) => {
    await app.signIn(await app.makeUser())
    await page.goto('/chat/new')
    const answer = model.next(['The beginning, ', 'the middle, ', 'the end.'])
    await app.ask('Tell me a story')
    await answer.released(1)
    await expect(answerText(app, 'The beginning')).toHaveText('The beginning,')

    const tab = new App(await context.newPage(), server, watch)
    await tab.page.goto(page.url())
    await expect(answerText(tab, 'The beginning')).toHaveText('The beginning,')
    await answer.released(2)
    for (const each of [app, tab]) {
      await expect(answerText(each, 'The beginning')).toHaveText('The beginning, the middle,')
    }

    await stopButton(tab.page).click()
    await answer.cancelled()
    for (const each of [app, tab]) {
      await expect(each.page.getByRole('main').getByText('You stopped this answer.')).toBeVisible()
      await expect(stopButton(each.page)).toBeHidden()
      await expect(answerText(each, 'The beginning')).toHaveText('The beginning, the middle,')
    }

    // An answer that begins while both are open.
    const next = model.next(['Another beginning, ', 'another end.'])
    await app.ask('And another')
    await next.released(1)
    for (const each of [app, tab]) {
      await expect(answerText(each, 'Another beginning')).toHaveText('Another beginning,')
    }
    await next.release()
    for (const each of [app, tab]) {
      await expect(answerText(each, 'Another beginning')).toHaveText('Another beginning, another end.')
      await expect(stopButton(each.page)).toBeHidden()
    }
  },
)

test('a connection that breaks within an answer is opened again, and no character is lost or duplicated', async ({
  app,
  page,
  tcpProxy,
  watch,
  model,
}) => {
  watch.expect(failedRequests)
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  const words = Array.from({ length: 12 }, (_, index) => `Wörd ${index} 🦊 `)
  const answer = model.next(words)
  await app.ask('Count for me')
  for (let count = 2; count <= words.length; count += 2) {
    await answer.released(count)
    await expect(answerText(app, 'Wörd 0')).toHaveText(words.slice(0, count).join('').trim())
    tcpProxy.cut()
  }
  await answer.release()
  await expect(stopButton(page)).toBeHidden()
  await expect(answerText(app, 'Wörd 0')).toHaveText(words.join('').trim())
})

test('a connection that is dead without an error is replaced when the network changes', async ({
  app,
  page,
  tcpProxy,
  watch,
  model,
}) => {
  watch.expect(failedRequests)
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  const answer = model.next(['Over the first network, ', 'over the second.'])
  await app.ask('Are you there?')
  await answer.released(1)
  await expect(answerText(app, 'Over the first')).toHaveText('Over the first network,')
  tcpProxy.deaden()
  await answer.release()
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(answerText(app, 'Over the first')).toHaveText('Over the first network, over the second.')
  await expect(stopButton(page)).toBeHidden()
})

testOnline(
  'an answer continues while the phone is locked, and is complete when it wakes',
  async ({ app, page, model }) => {
    await app.signIn(await app.makeUser())
    await page.goto('/chat/new')
    const answer = model.next(['Before the lock, ', 'after it.'])
    await app.ask('Good night')
    await answer.released(1)
    await expect(answerText(app, 'Before the lock')).toHaveText('Before the lock,')
    const session = await page.context().newCDPSession(page)
    await session.send('Page.setWebLifecycleState', { state: 'frozen' })
    await answer.release()
    await session.send('Page.setWebLifecycleState', { state: 'active' })
    await expect(answerText(app, 'Before the lock')).toHaveText('Before the lock, after it.')
    await expect(stopButton(page)).toBeHidden()
  },
)

testKilled(
  'a server killed in mid-answer leaves the text that was there, and says that it is not whole',
  async ({ app, page, server, watch, model }) => {
    watch.expect(failedRequests)
    await app.signIn(await app.makeUser())
    await page.goto('/chat/new')
    await app.untilOfflineReady()
    const answer = model.next(['What was said ', 'never to be heard.'])
    await app.ask('Will you last?')
    await answer.released(1)
    await expect(answerText(app, 'What was said')).toHaveText('What was said')
    await server.kill()
    await expect.poll(async () => JSON.stringify((await readBrowserStorage(page)).rows)).toContain('What was said')
    await page.reload()
    await expect(answerText(app, 'What was said')).toHaveText('What was said')
    await server.start()
    await expect(incomplete(page)).toBeVisible({ timeout: 20_000 })
    await expect(stopButton(page)).toBeHidden()
    await expect(answerText(app, 'What was said')).toHaveText('What was said')
    await page.reload()
    await expect(incomplete(page)).toBeVisible()
    await expect(answerText(app, 'What was said')).toHaveText('What was said')
  },
)
