import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, testOnline as test } from '../fixtures.ts'
import { walkAccount } from '../support/controls/account.ts'
import { walkAdmin } from '../support/controls/admin.ts'
import { walkChat } from '../support/controls/chat.ts'
import { walkChatList } from '../support/controls/chat-list.ts'
import { checkedIn } from '../support/controls/checked-elsewhere.ts'
import { walkSettings } from '../support/controls/settings.ts'
import { walkSubscriptions } from '../support/controls/subscriptions.ts'
import { walkVisitors } from '../support/controls/visitors.ts'

// Each screen, menu and dialog is opened and its controls are compared with a table. What the table says to change
// something is pressed, and the server is asked whether it has it: here, or in the other test that the table names.
test.describe('every control', () => {
  // Each is a journey over all screens of its area, as long as those of other specs.
  test.describe.configure({ timeout: 90_000 })

  test('on the public pages is listed, and the server has what it changes', ({ app }) => walkVisitors(app))
  test('in the account is listed, and the server has what it changes', ({ app }) => walkAccount(app))
  test('in the settings is listed, and the server has what it changes', ({ app }) => walkSettings(app))
  test('of subscriptions is listed, and the server has what it changes', ({ app }) => walkSubscriptions(app))
  test('in the list of chats is listed, and the server has what it changes', ({ app }) => walkChatList(app))

  test.describe('with few users', () => {
    // The list of users has buttons for its pages as soon as earlier tests have registered more than one page of them.
    test.use({ ownServer: { env: { RATE_LIMITS: 'off' } } })
    test('in the admin panel is listed, and the server has what it changes', ({ app }) => walkAdmin(app))
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
