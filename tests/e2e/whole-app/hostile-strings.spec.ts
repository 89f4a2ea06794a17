import { randomUUID } from 'node:crypto'
import { updateProfile } from '#contract/endpoints/accounts.ts'
import { createChat, sendMessage } from '#contract/endpoints/chats.ts'
import { createFolder, createTag } from '#contract/endpoints/companion.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { hostileStrings, SENTINEL } from '#support/fixtures/hostile-strings.ts'
import { ApiUser } from '../../../scripts/demo/api-user.ts'
import { expect, testOnline as test } from '../fixtures.ts'
import { navigate } from '../support/browser/navigate.ts'

/** The number of strings in one message. */
const TOGETHER = 15
const messages = Array.from({ length: Math.ceil(hostileStrings.length / TOGETHER) }, (_, n) =>
  hostileStrings
    .slice(n * TOGETHER, (n + 1) * TOGETHER)
    .join('\n\n')
    .slice(0, 30_000),
)
const fits = (max: number) => hostileStrings.filter((text) => text.length <= max && text.trim() !== '')

test('no hostile string runs a script as a name, a title, a message or an answer', async ({
  app,
  page,
  server,
  model,
}) => {
  test.setTimeout(90_000)
  const user = await app.makeUser()
  const client = createTestClient(server.url)
  const token = user.authenticated.access
  // One after another: each answer repeats its question from the first letter on, so that its markup is interpreted.
  const chatId = randomUUID()
  await client.call(createChat, { token, body: { id: chatId, title: fits(80)[0] ?? '' } })
  for (const content of messages) {
    model.next({ tokens: [content] })
    await client.call(sendMessage, { token, body: { id: randomUUID(), chat: chatId, content } })
  }
  await Promise.all([
    ...fits(80).map((title) => client.reply(createChat, { token, body: { id: randomUUID(), title } })),
    ...fits(60).map((name) => client.reply(createFolder, { token, body: { id: randomUUID(), name } })),
    ...fits(60)
      .slice(0, 60)
      .map((name) => client.reply(createTag, { token, body: { id: randomUUID(), name } })),
    client.reply(updateProfile, { token, body: { username: `<img src=x onerror=window.${SENTINEL}=1>` } }),
  ])

  const elsewhere: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && origin !== server.url) elsewhere.push(request.url())
  })
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (text: string) => violations.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => {
      const report: unknown = Reflect.get(window, 'reportViolation')
      if (typeof report === 'function') report(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`)
    })
  })

  await app.signIn(await ApiUser.login(server.url, user.credentials))
  await page.goto(`/chat/${chatId}`)
  await expect(page.getByRole('article').last()).toBeVisible()
  // Scrolls up from the newest message, so that every message was rendered once.
  await page.getByRole('article').last().hover()
  await expect(async () => {
    await page.mouse.wheel(0, -2000)
    await expect(app.said('<script src=//evil.example/x.js>')).toBeInViewport({ timeout: 100 })
  }).toPass()
  await app.openList()
  // The list is virtualised, so any of the rendered messages will do.
  const beginnings = fits(80).map((text) => text.trim().slice(0, 12))
  const isTitle = (text: string) => beginnings.some((beginning) => beginning.length > 5 && text.includes(beginning))
  await expect
    .poll(async () => (await page.getByRole('link').allInnerTexts()).filter(isTitle).length)
    .toBeGreaterThan(5)
  for (const place of ['/settings', '/account', '/chat/new']) {
    await navigate(page, place)
    await expect(page.getByRole('main')).toBeVisible()
  }
  expect(await page.evaluate((name) => Reflect.get(window, name), SENTINEL)).toBeUndefined()
  expect({ dialogs, violations, elsewhere }).toEqual({ dialogs: [], violations: [], elsewhere: [] })
})
