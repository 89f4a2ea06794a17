import { expect, testOnline as test } from '../fixtures.ts'
import { failedRequests } from '../support/browser/page-watch.ts'

const SEND = '**/api/v1/companion/chat/'
const tooLarge = { message: 'This is too large', code: 'payload_too_large' }

test('messages after a rejected one wait for it, and are sent when it is sent again', async ({ app, page, watch }) => {
  watch.expect(failedRequests)
  const user = await app.makeUser()
  const chatId = await user.chat(['A first question'], 'Our chat')
  await app.signIn(user)
  await page.goto(`/chat/${chatId}`)
  await expect(app.said('A first question')).toBeVisible()
  await page.route(SEND, (route) => route.fulfill({ status: 413, json: tooLarge }))
  await app.ask('One refused')
  await expect(app.said('One refused').getByText('Not sent')).toBeVisible()
  await app.ask('Two behind it')
  await expect(app.said('Two behind it').getByText('waits for the message above')).toBeVisible()
  await page.unroute(SEND)
  await app.said('One refused').getByRole('button', { name: 'Retry' }).click()
  await expect(app.said('You said: Two behind it')).toBeVisible()
  const questions = page.getByRole('article').filter({ hasText: /^You/ })
  await expect(questions).toHaveText([/A first question/, /One refused/, /Two behind it/])
})

test('messages that failed together are sent again together', async ({ app, page, watch }) => {
  watch.expect(failedRequests)
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  await expect(app.composer).toBeVisible()
  const make = '**/api/v1/companion/chats/'
  await page.route(make, (route, request) =>
    request.method() === 'POST' ? route.fulfill({ status: 413, json: tooLarge }) : route.fallback(),
  )
  await app.ask('The first of two')
  await app.ask('The second of two')
  await expect(page.getByText('2 messages were not sent')).toBeVisible()
  await page.unroute(make)
  await page.getByRole('button', { name: 'Retry all' }).click()
  await expect(page.getByText('2 messages were not sent')).toHaveCount(0)
  await expect(app.said('You said: The first of two')).toBeVisible()
  await expect(app.said('You said: The second of two')).toBeVisible()
})

test('a message that the plan does not cover now is held, not failed', async ({ app, page, watch }) => {
  watch.expect(failedRequests)
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  await expect(app.composer).toBeVisible()
  const limit = { message: 'Used up', code: 'limit_reached', resets_at: '2030-01-05T14:02:00Z' }
  await page.route(SEND, (route) => route.fulfill({ status: 429, json: limit }))
  await app.ask('One too many')
  const question = app.said('One too many')
  await expect(question.getByText(/^On hold\. You have used what your plan includes/)).toBeVisible()
  // The user has a trial, which no period follows.
  await expect(question.getByText('Sends after')).toHaveCount(0)
  await expect(question.getByText('Not sent')).toHaveCount(0)
  await expect(question.getByRole('link', { name: 'See all plans' })).toBeVisible()
  await page.unroute(SEND)
  await question.getByRole('button', { name: 'Retry' }).click()
  await expect(app.said('You said: One too many')).toBeVisible()
})
