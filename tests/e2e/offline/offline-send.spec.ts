import { expect, test } from '../fixtures.ts'
import { failedRequests } from '../support/browser/page-watch.ts'

test('the messages of a first chat, written offline, wait, survive a reload, and are sent once and in order', async ({
  app,
  page,
  model,
}) => {
  await app.signIn(await app.makeUser())
  await page.goto('/chat')
  await app.untilOfflineReady()
  await expect(app.composer).toBeVisible()
  await app.goOffline()
  await app.ask('Written in a tunnel')
  await expect(app.composer).toHaveValue('')
  const question = app.said('Written in a tunnel')
  await expect(question.getByText(/^Waiting/)).toBeVisible()
  await page.goto('/chat')
  await expect(question.getByText(/^Waiting/)).toBeVisible()
  const texts = ['Written in a tunnel', 'The second thing', 'The third thing']
  for (const text of texts.slice(1)) await app.ask(text)

  await app.goOnline()
  const answer = page.getByRole('article').filter({ hasText: 'You said: Written in a tunnel' })
  await expect(answer).toBeVisible()
  await expect(page.getByText(/^Waiting/)).toHaveCount(0)
  const questions = page.getByRole('article').filter({ hasText: /^You/ })
  await expect(questions).toHaveText(texts.map((text) => new RegExp(text)))
  await page.reload()
  await expect(answer).toHaveCount(1)
  await expect(page.getByRole('article').filter({ hasText: /^You.*Written in a tunnel/ })).toHaveCount(1)
  const sent = model.requests.map(({ messages }) => messages.at(-1)?.content)
  expect(sent.filter((content) => content === 'Written in a tunnel')).toHaveLength(1)
})

test('an unreachable server is distinguished from a missing network, and the queue is sent when it is back; without background sync nothing is promised', async ({
  app,
  page,
  server,
  watch,
}) => {
  watch.expect(failedRequests)
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'SyncManager'))
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  await expect(app.composer).toBeVisible()
  await app.untilOfflineReady()
  await app.untilSynced()

  await test.step('an unreachable server', async () => {
    await server.kill()
    await app.ask('Is anybody there?')
    await expect(page.getByText(/Can’t reach Companion\s+· saved copy/)).toBeVisible()
    await server.start()
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.getByText('Can’t reach Companion')).toHaveCount(0)
    await expect(app.said('You said: Is anybody there?')).toBeVisible()
  })

  await test.step('a missing network, in a browser without background sync', async () => {
    await page.getByRole('link', { name: 'New chat' }).click()
    await expect(page.getByRole('list', { name: 'Examples' })).toBeVisible()
    await app.goOffline()
    await app.ask('When will this go?')
    await expect(app.said('When will this go?').getByText('Waiting · sends when you open the app')).toBeVisible()
    await app.openList()
    await expect(page.getByRole('link', { name: /When will this go\?\s*Waiting/ })).toBeVisible()
  })
})
