import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, testOnline as test } from '../fixtures.ts'
import { walkAccount } from '../support/controls/account.ts'
import { walkAdmin } from '../support/controls/admin.ts'
import { walkLegal } from '../support/controls/admin-tabs/legal.ts'
import { walkChat } from '../support/controls/chat.ts'
import { walkChatList } from '../support/controls/chat-list.ts'
import { checkedIn } from '../support/controls/checked-elsewhere.ts'
import { walkedModels, walkModels } from '../support/controls/models.ts'
import { walkNewsletter } from '../support/controls/newsletter.ts'
import { walkProvider } from '../support/controls/provider.ts'
import { walkSettings } from '../support/controls/settings.ts'
import { walkSubscriptions } from '../support/controls/subscriptions.ts'
import { walkVisitors } from '../support/controls/visitors.ts'

// Opens each screen, menu and dialog and compares its controls with a table. Each control that changes something is
// pressed and its effect is checked on the server, here or in the test that the table names.
test.describe('every control', () => {
  // Each walk visits all screens of its area, so it takes longer than other tests.
  test.describe.configure({ timeout: 90_000 })

  test('on the public pages is listed, and the server has what it changes', ({ app }) => walkVisitors(app))
  test('in the account is listed, and the server has what it changes', ({ app }) => walkAccount(app))
  test('in the settings is listed, and the server has what it changes', ({ app }) => walkSettings(app))
  test('of subscriptions is listed, and the server has what it changes', ({ app }) => walkSubscriptions(app))
  test('in the list of chats is listed, and the server has what it changes', ({ app }) => walkChatList(app))

  test.describe('with few users', () => {
    // The user list has a pager as soon as earlier tests have registered more than one page of users.
    test.use({ ownServer: { env: { RATE_LIMITS: 'off', SCORING: 'on' } } })
    test('in the admin panel is listed, and the server has what it changes', ({ app }) => walkAdmin(app))
    test('of the legal texts is listed, and the server has what it changes', ({ app }) => walkLegal(app))
    test('of the newsletter is listed, and the server has what it changes', ({ app }) => walkNewsletter(app))
    test('of a provider is listed', ({ app }) => walkProvider(app))
  })

  test.describe('with several models', () => {
    test.use({ ownServer: { env: { ASSISTANT_MODELS: JSON.stringify(walkedModels), ASSISTANT_MODEL: 'swift' } } })
    test('of the models is listed, and the server has what it changes', ({ app }) => walkModels(app))
  })

  test.describe('with scoring', () => {
    test.use({ ownServer: { env: { SCORING: 'on', RATE_LIMITS: 'off' } } })
    test('in a chat is listed, and the server has what it changes', ({ app, model }) => walkChat(app, model))
  })
})

test('each test that the control tables name exists', async () => {
  const folder = join(import.meta.dirname, '..')
  const specs = (await readdir(folder, { recursive: true })).filter(
    (name) => name.endsWith('.spec.ts') && !name.endsWith('every-control.spec.ts'),
  )
  const sources = await Promise.all(specs.map((name) => readFile(join(folder, name), 'utf8')))
  const titles = new Set(
    sources.flatMap((text) => [...text.matchAll(/\btest(?:Online)?\(\s*'([^']+)'/g)].map(([, title]) => title)),
  )
  const named = Object.values(checkedIn).flatMap((check) => ('test' in check ? [check.test] : []))
  expect(named.filter((title) => !titles.has(title))).toEqual([])
})
