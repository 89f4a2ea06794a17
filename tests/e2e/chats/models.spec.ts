import { switchModel } from '#contract/endpoints/admin.ts'
import { listChats } from '#contract/endpoints/chats.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { expect, test } from '../fixtures.ts'
import { makeAdmin } from '../support/admin.ts'
import { expectAccessible } from '../support/expect-accessible.ts'

const models = [
  { id: 'swift', label: 'Swift', description: 'Quick answers' },
  { id: 'thinker', label: 'Thinker', vision: true },
]
test.use({ ownServer: { env: { ASSISTANT_MODELS: JSON.stringify(models), ASSISTANT_MODEL: 'swift' } } })

test('a user chooses a model offline and by key, and is told when an admin has switched it off', async ({
  app,
  page,
  model,
  server,
}) => {
  const [admin, user] = [await makeAdmin(app), await app.makeUser()]
  const client = createTestClient(server.url)
  await app.signIn(user)
  await page.goto('/chat/new')
  const picker = page.getByRole('button', { name: /^Model: / })
  await expect(picker).toHaveText('Swift')
  await app.untilOfflineReady()
  await app.goOffline()
  await page.reload()
  await expect(picker).toHaveText('Swift')
  await picker.focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitemradio', { name: /^Swift/ })).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(picker).toHaveText('Thinker')
  await expect(picker).toBeFocused()
  await expectAccessible(app)
  await app.ask('Slowly?')
  await app.goOnline()
  await expect(app.said('You said: Slowly?')).toBeVisible()
  expect(model.requests.at(-1)?.model).toBe('thinker')
  const token = user.authenticated.access
  await expect
    .poll(async () => (await client.call(listChats, { token, query: {} })).results.map((chat) => chat.model))
    .toEqual(['thinker'])

  const body = { id: 'thinker', is_enabled: false }
  await client.call(switchModel, { token: admin.user.authenticated.access, body })
  await app.ask('And now?')
  await expect(app.said('You said: And now?')).toBeVisible()
  await expect(page.getByText('Thinker is not available. Swift answers in its place.')).toBeVisible()
  expect(model.requests.at(-1)?.model).toBe('swift')
})
