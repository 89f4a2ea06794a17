import { expect, test, testOnline } from '../fixtures.ts'
import { App } from '../support/app.ts'
import { failedRequests } from '../support/browser/page-watch.ts'

/** Chooses an action for a message that waits. */
async function choose(app: App, words: string, action: string): Promise<void> {
  await app.said(words).getByRole('button', { name: 'More about this message' }).click()
  await app.page.getByRole('menuitem', { name: action }).click()
}

const SEND = '**/api/v1/companion/chat/'
const tooLarge = { message: 'This is too large', code: 'payload_too_large' }

test('a message without a network says when it will be sent, and can be withdrawn or stashed', async ({
  app,
  page,
}) => {
  const user = await app.makeUser()
  const chatId = await user.chat(['A first question'], 'Our chat')
  await app.signIn(user)
  await page.goto(`/chat/${chatId}`)
  await expect(app.said('A first question')).toBeVisible()
  await app.untilOfflineReady()
  await app.goOffline()
  await expect(page.getByText(/Offline\s+· saved copy \d/)).toBeVisible()
  await app.ask('To be edited')
  await app.ask('To be set aside')
  await expect(page.getByText(/· 2 waiting/)).toBeVisible()
  await expect(app.said('To be set aside').getByText(/Waiting · sends when you are back online/)).toBeVisible()
  await expect(app.said('To be edited').getByText(/sends when/)).toHaveCount(0)

  await choose(app, 'To be edited', 'Edit')
  await expect(app.composer).toHaveValue('To be edited')
  await choose(app, 'To be set aside', 'Discard')
  await expect(page.getByText('Set aside: “To be set aside”')).toBeVisible()
  await expect(app.composer).toHaveValue('To be edited')
  await expect(page.getByText(/\d waiting/)).toHaveCount(0)

  await page.reload()
  await expect(app.composer).toHaveValue('To be edited')
  await page.getByRole('button', { name: 'Use' }).click()
  await expect(app.composer).toHaveValue('To be edited\n\nTo be set aside')
})

test('a browser without background sync does not promise to send while it is closed', async ({ app, page }) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'SyncManager'))
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  await expect(app.composer).toBeVisible()
  await app.untilOfflineReady()
  await app.goOffline()
  await app.ask('When will this go?')
  await expect(app.said('When will this go?').getByText('Waiting · sends when you open the app')).toBeVisible()
  await app.openList()
  await expect(page.getByRole('link', { name: /When will this go\?\s*Waiting/ })).toBeVisible()
})

test('an unreachable server is distinguished from a missing network, and the queue is sent when it is back', async ({
  app,
  page,
  server,
  watch,
}) => {
  watch.expect(failedRequests)
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  await expect(app.composer).toBeVisible()
  await app.untilOfflineReady()
  await server.kill()
  await app.ask('Is anybody there?')
  await expect(page.getByText(/Can’t reach Companion\s+· saved copy/)).toBeVisible()
  await server.start()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(page.getByText('Can’t reach Companion')).toHaveCount(0)
  await expect(app.said('You said: Is anybody there?')).toBeVisible()
})

testOnline(
  'messages after a rejected one wait for it, and are sent when it is sent again',
  async ({ app, page, watch }) => {
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
  },
)

testOnline('messages that failed together are sent again together', async ({ app, page, watch }) => {
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

testOnline('a message that the plan does not cover now is held, not failed', async ({ app, page, watch }) => {
  watch.expect(failedRequests)
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  await expect(app.composer).toBeVisible()
  const limit = { message: 'Used up', code: 'limit_reached', resets_at: '2030-01-05T14:02:00Z' }
  await page.route(SEND, (route) => route.fulfill({ status: 429, json: limit }))
  await app.ask('One too many')
  const question = app.said('One too many')
  await expect(question.getByText(/^On hold\..*Sends after .*2030/)).toBeVisible()
  await expect(question.getByText('Not sent')).toHaveCount(0)
  await expect(question.getByRole('link', { name: 'See all plans' })).toBeVisible()
  await page.unroute(SEND)
  await question.getByRole('button', { name: 'Retry' }).click()
  await expect(app.said('You said: One too many')).toBeVisible()
})

testOnline(
  'a second tab shows the same answer as it grows, and can stop it',
  async ({ app, context, model, page, server, watch }) => {
    const user = await app.makeUser()
    const chatId = await user.chat(['A first question'], 'Our chat')
    await app.signIn(user)
    await page.goto(`/chat/${chatId}`)
    await expect(app.said('A first question')).toBeVisible()
    const second = new App(await context.newPage(), server, watch)
    await second.page.goto(`/chat/${chatId}`)
    await expect(second.said('A first question')).toBeVisible()

    const answer = model.next(['It begins, ', 'goes on, ', 'and is never finished.'])
    await app.ask('Tell me in both tabs')
    await answer.released(1)
    await expect(second.said('It begins,')).toBeVisible()
    await answer.released(2)
    await expect(second.said('It begins, goes on,')).toBeVisible()
    await expect(app.said('It begins, goes on,')).toBeVisible()
    await second.page.getByRole('button', { name: 'Stop' }).click()
    for (const each of [app, second]) {
      await expect(each.said('It begins, goes on,').getByText('You stopped this answer.')).toBeVisible()
      await expect(each.page.getByRole('button', { name: 'Stop' })).toHaveCount(0)
    }
  },
)
