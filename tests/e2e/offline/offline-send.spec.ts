import { expect, test, testOnline } from '../fixtures.ts'

test('messages written offline wait, survive a reload, and are sent once', async ({ app, page, model }) => {
  const user = await app.makeUser()
  const chatId = await user.chat(['A first question'], 'Our chat')
  await app.signIn(user)
  await page.goto(`/chat/${chatId}`)
  await expect(page.getByText('A first question').first()).toBeVisible()
  await app.untilOfflineReady()
  const asked = model.requests.length

  await app.goOffline()
  await app.ask('Written in a tunnel')
  await expect(app.composer).toHaveValue('')
  const question = app.said('Written in a tunnel')
  await expect(question.getByText(/^Waiting/)).toBeVisible()
  await page.reload()
  await expect(question.getByText(/^Waiting/)).toBeVisible()

  await app.goOnline()
  const answer = page.getByRole('article').filter({ hasText: 'You said: Written in a tunnel' })
  await expect(answer).toBeVisible()
  await page.reload()
  await expect(answer).toHaveCount(1)
  await expect(page.getByRole('article').filter({ hasText: /^You.*Written in a tunnel/ })).toHaveCount(1)
  const sent = model.requests.slice(asked).map(({ messages }) => messages.at(-1)?.content)
  expect(sent.filter((content) => content === 'Written in a tunnel')).toHaveLength(1)
})

test('several messages written offline are answered in the order in which they were written', async ({ app, page }) => {
  const user = await app.makeUser()
  await app.signIn(user)
  await page.goto('/chat')
  await app.untilOfflineReady()
  await expect(app.composer).toBeVisible()
  await app.goOffline()
  const texts = ['The first thing', 'The second thing', 'The third thing']
  for (const text of texts) await app.ask(text)
  await app.goOnline()
  await expect(page.getByText(/^Waiting/)).toHaveCount(0)
  const questions = page.getByRole('article').filter({ hasText: /^You/ })
  await expect(questions).toHaveText(texts.map((text) => new RegExp(text)))
})

testOnline('a message that the server rejects shows why, and can be sent again', async ({ app, page, watch }) => {
  watch.expect(/^Failed to load resource:/)
  const user = await app.makeUser()
  await app.signIn(user)
  await page.goto('/chat')
  await expect(app.composer).toBeVisible()
  const send = '**/api/v1/companion/chat/'
  const refusal = { message: 'This is too large', code: 'payload_too_large' }
  await page.route(send, (route) => route.fulfill({ status: 413, json: refusal }))
  await app.ask('Refused at first')
  const question = page.getByRole('article').filter({ hasText: /^You.*Refused at first/ })
  await expect(question.getByText('Not sent')).toBeVisible()
  await expect(question.getByText('This is too large')).toBeVisible()

  await page.unroute(send)
  await question.getByRole('button', { name: 'Retry' }).click()
  await expect(question.getByText('Not sent')).toBeHidden()
  const answer = page.getByRole('article').filter({ hasText: 'You said: Refused at first' })
  await expect(answer).toBeVisible()
  await page.reload()
  await expect(answer).toHaveCount(1)
  await expect(question).toHaveCount(1)
})

testOnline('a rejected message can be discarded', async ({ app, page, watch }) => {
  watch.expect(/^Failed to load resource:/)
  await app.signIn(await app.makeUser())
  await page.goto('/chat')
  await expect(app.composer).toBeVisible()
  const refusal = { message: 'This is too large', code: 'payload_too_large' }
  await page.route('**/api/v1/companion/chat/', (route) => route.fulfill({ status: 413, json: refusal }))
  await app.ask('Not worth it')
  const question = page.getByRole('article').filter({ hasText: 'Not worth it' })
  await question.getByRole('button', { name: 'Discard' }).click()
  await expect(question).toHaveCount(0)
})

test('the first message of a first chat is stored without a network', async ({ app, page }) => {
  await app.signIn(await app.makeUser())
  await page.goto('/chat')
  await app.untilOfflineReady()
  await expect(app.composer).toBeVisible()
  await app.goOffline()
  await app.ask('A beginning')
  await page.goto('/chat')
  await expect(page.getByRole('article').filter({ hasText: 'A beginning' })).toBeVisible()
})
