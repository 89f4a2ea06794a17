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

  test('is listed on the public pages, and the server has what it changes', ({ app }) => walkVisitors(app))
  test('is listed in the account, and the server has what it changes', ({ app }) => walkAccount(app))
  test('is listed in the settings, and the server has what it changes', ({ app }) => walkSettings(app))
  test('is listed for subscriptions, and the server has what it changes', ({ app }) => walkSubscriptions(app))
  test('is listed in the list of chats, and the server has what it changes', ({ app }) => walkChatList(app))

  test.describe('with few users', () => {
    // The user list has a pager as soon as earlier tests have registered more than one page of users.
    test.use({ ownServer: { env: { RATE_LIMITS: 'off', SCORING: 'on' } } })
    test('is listed in the admin panel, and the server has what it changes', ({ app }) => walkAdmin(app))
    test('is listed for the legal texts, and the server has what it changes', ({ app }) => walkLegal(app))
    test('is listed for the newsletter, and the server has what it changes', ({ app }) => walkNewsletter(app))
    test('is listed for a provider', ({ app }) => walkProvider(app))
  })

  test.describe('with several models', () => {
    test.use({ ownServer: { env: { ASSISTANT_MODELS: JSON.stringify(walkedModels), ASSISTANT_MODEL: 'swift' } } })
    test('is listed for the models, and the server has what it changes', ({ app }) => walkModels(app))
  })

  test.describe('with scoring', () => {
    test.use({ ownServer: { env: { SCORING: 'on', RATE_LIMITS: 'off' } } })
    test('is listed in a chat, and the server has what it changes', ({ app, model }) => walkChat(app, model))
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
