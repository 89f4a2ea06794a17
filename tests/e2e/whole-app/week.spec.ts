import type { Page } from '@playwright/test'
import { getMessages, listChats } from '#contract/endpoints/chats.ts'
import { listFolders, listTags } from '#contract/endpoints/companion.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { expect, testOnline as test } from '../fixtures.ts'
import { backdateChat } from '../support/backdate-chat.ts'
import { readBrowserStorage } from '../support/browser/browser-storage.ts'
import { navigate } from '../support/browser/navigate.ts'

const CHATS = 30
/** Chat number 1 is the newest. */
const title = (number: number) => `Talk ${String(number).padStart(2, '0')}`
const question = (number: number) => `What of matter ${number}?`

const chats = (page: Page) => page.getByRole('navigation', { name: 'Chats' })
const listed = (page: Page, name: string) => chats(page).getByRole('link', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const dialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, name: string, item: string): Promise<void> {
  await listed(page, name).hover()
  await button(page, `More: ${name}`).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a week of thirty chats with folders, an offline afternoon and undone changes loses nothing', async ({
  app,
  page,
  server,
  model,
}) => {
  test.setTimeout(150_000)
  const user = await app.makeUser()
  for (let number = CHATS; number > 0; number--) {
    const words = number === 23 ? ['A heron stood in the reeds.'] : [`On matter ${number}.`]
    model.next({ tokens: words })
    const chatId = await user.chat([question(number)], title(number))
    // Four chats a day, backwards from this time yesterday: at any hour one of them was yesterday.
    if (number > 4) backdateChat(server, chatId, (number - 1) / 4)
  }
  await app.signIn(user)
  await page.goto('/chat/new')

  await test.step('all are listed by day, the older ones when asked', async () => {
    for (const name of ['Today', 'Yesterday', 'Older']) await expect(page.getByRole('heading', { name })).toBeVisible()
    const more = button(page, 'Show older chats')
    await more.click()
    await expect(more).toHaveCount(0)
    const titles = Array.from({ length: CHATS }, (_, index) => new RegExp(title(index + 1)))
    await expect(chats(page).getByRole('link')).toHaveText(titles)
  })

  await test.step('some go into a folder together, some get a tag, two are kept for good', async () => {
    await choose(page, title(5), 'Move to folder')
    await button(page, 'New folder').click()
    await dialog(page).getByLabel('Name').fill('Work')
    await button(page, 'Create').click()
    await dialog(page).getByRole('button', { name: 'Move' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await listed(page, title(6)).click({ modifiers: ['Control'] })
    await chats(page)
      .getByText(title(9))
      .click({ modifiers: ['Shift'] })
    await page.getByRole('toolbar').getByRole('button', { name: 'Move to folder' }).click()
    await dialog(page).getByRole('radio', { name: 'Work' }).check()
    await dialog(page).getByRole('button', { name: 'Move' }).click()
    await expect(dialog(page)).toHaveCount(0)

    await listed(page, title(9)).click({ modifiers: ['Control'] })
    await chats(page)
      .getByRole('checkbox', { name: title(23) })
      .check()
    await page.getByRole('toolbar').getByRole('button', { name: 'Manage tags' }).click()
    await button(page, 'New tag').click()
    await dialog(page).getByLabel('Name').fill('Birds')
    await button(page, 'Create').click()
    await dialog(page).getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page)).toHaveCount(0)

    for (const name of [title(5), title(23)]) await choose(page, name, 'Save permanently')
  })

  await test.step('an offline afternoon: asked, begun anew, renamed, thrown away', async () => {
    await listed(page, title(1)).click()
    await expect(app.said(question(1))).toBeVisible()
    await app.goOffline()
    await app.ask('And on a train?')
    await choose(page, title(2), 'Rename')
    await dialog(page).getByLabel('Title').fill('Talk of trains')
    await button(page, 'Rename').click()
    await choose(page, title(3), 'Delete')
    await expect(listed(page, title(3))).toHaveCount(0)
    await button(page, 'Dismiss').click()
    await page.getByRole('link', { name: 'New chat' }).first().click()
    // Until the new chat is shown, the composer belongs to the previous one.
    await expect(page.getByRole('list', { name: 'Examples' })).toBeVisible()
    await app.ask('Written in a tunnel')
    await expect(app.said('Written in a tunnel').getByText(/^Waiting/)).toBeVisible()
    await app.goOnline()
    await expect(app.said('You said: Written in a tunnel')).toBeVisible({ timeout: 20_000 })
    await listed(page, title(1)).click()
    await expect(app.said('You said: And on a train?')).toBeVisible()
  })

  await test.step('second thoughts: an answer is reassessed, and both versions stay', async () => {
    await listed(page, title(4)).click()
    await expect(app.said('On matter 4.')).toBeVisible()
    model.next({ tokens: ['Seen from the other side.'] })
    await app.said('On matter 4.').getByRole('button', { name: 'Reassess answer' }).click()
    const versions = app.said('Seen from the other side.').getByRole('group', { name: 'Versions of this answer' })
    await expect(versions).toContainText('2 of 2')
  })

  await test.step('what was said days ago is found by its words', async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search chats and commands' }).fill('heron')
    await page.getByRole('option', { name: /A heron stood/ }).click()
    await expect(app.said('A heron stood in the reeds.')).toBeInViewport()
  })

  const client = createTestClient(server.url)
  const token = user.authenticated.access
  const kept = async () => (await client.call(listChats, { token, query: { limit: 100 } })).results
  const said = async (id: string) =>
    (await client.call(getMessages, { token, params: { id } })).messages.map(({ content }) => content)

  await test.step('nothing is missing: neither a chat, nor a word, nor an order', async () => {
    const expected = Array.from({ length: CHATS }, (_, index) => title(index + 1))
    expected[1] = 'Talk of trains'
    await expect
      .poll(async () => (await kept()).map((chat) => chat.title).sort())
      .toEqual([...expected.filter((name) => name !== title(3)), 'Written in a tunnel'].sort())
    const all = new Map((await kept()).map((chat) => [chat.title, chat]))
    for (const [number, name] of expected.entries()) {
      const chat = all.get(name)
      if (chat) expect((await said(chat.id))[0], name).toBe(question(number + 1))
    }
    const contents = async (name: string) => said(all.get(name)?.id ?? '')
    expect(await contents(title(1))).toEqual([
      question(1),
      'On matter 1.',
      'And on a train?',
      'You said: And on a train?',
    ])
    expect(await contents(title(4))).toEqual([question(4), 'On matter 4.', 'Seen from the other side.'])
    const [folder] = (await client.call(listFolders, { token })).results
    const [tag] = (await client.call(listTags, { token })).results
    const withFolder = [...all.values()].filter((chat) => chat.folder === folder?.id).map((chat) => chat.title)
    expect(withFolder.sort()).toEqual([5, 6, 7, 8, 9].map(title))
    const withTag = [...all.values()].filter(({ tags }) => tags.includes(tag?.id ?? '')).map((chat) => chat.title)
    expect(withTag.sort()).toEqual([9, 23].map(title))
  })

  await test.step('the history is cleared: what was kept for good stays, whole, here and there', async () => {
    await navigate(page, '/settings?section=sessions')
    await button(page, 'Clear history…').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete unsaved chats' }).click()
    await expect(page.getByText('The chats are in Recently deleted.')).toBeVisible()
    await expect.poll(async () => (await kept()).map((chat) => chat.title).sort()).toEqual([5, 23].map(title))
    const left = await kept()
    for (const { id, title: name } of left) expect(await said(id), name).toHaveLength(2)
    await navigate(page, '/chat')
    await expect(chats(page).getByRole('link')).toHaveText([/Talk 05/, /Talk 23/])
    await listed(page, title(23)).click()
    await expect(app.said('A heron stood in the reeds.')).toBeVisible()
    await expect(page.getByRole('list', { name: 'Folder and tags of this chat' })).toHaveText('Birds')
    await navigate(page, '/recently-deleted')
    await button(page, 'Empty…').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Empty' }).click()
    await expect(page.getByText('Nothing here')).toBeVisible()
    const texts = async () => {
      const { rows } = await readBrowserStorage(page)
      return JSON.stringify([rows['companion.chats'], rows['companion.messages']])
    }
    await expect.poll(texts).not.toContain('matter 1?')
  })
})
