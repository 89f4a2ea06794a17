import { expect, test, testOnline } from '../fixtures.ts'

test('the first message of a first chat, written offline, waits, survives a reload, and is sent once', async ({
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

  await app.goOnline()
  const answer = page.getByRole('article').filter({ hasText: 'You said: Written in a tunnel' })
  await expect(answer).toBeVisible()
  await page.reload()
  await expect(answer).toHaveCount(1)
  await expect(page.getByRole('article').filter({ hasText: /^You.*Written in a tunnel/ })).toHaveCount(1)
  const sent = model.requests.map(({ messages }) => messages.at(-1)?.content)
  expect(sent.filter((content) => content === 'Written in a tunnel')).toHaveLength(1)
})

testOnline(
  'several messages written offline are answered in the order in which they were written',
  async ({ app, page }) => {
    const user = await app.makeUser()
    await app.signIn(user)
    // Without a worker, the code of the messages comes from the network, after the first page.
    const messages = page.waitForEvent('requestfinished', (request) => /\/assets\/thread-.*\.js/.test(request.url()))
    await page.goto('/chat')
    await expect(app.composer).toBeVisible()
    await messages
    await app.goOffline()
    const texts = ['The first thing', 'The second thing', 'The third thing']
    for (const text of texts) await app.ask(text)
    await app.goOnline()
    await expect(page.getByText(/^Waiting/)).toHaveCount(0)
    const questions = page.getByRole('article').filter({ hasText: /^You/ })
    await expect(questions).toHaveText(texts.map((text) => new RegExp(text)))
  },
)
