import type { Locator } from '@playwright/test'
import { listSessions } from '#contract/endpoints/accounts.ts'
import { deleteChat, getChat, listChats } from '#contract/endpoints/chats.ts'
import { listFolders, listTags } from '#contract/endpoints/companion.ts'
import { listSharedChats } from '#contract/endpoints/shares.ts'
import { createTestClient } from '#support/api/test-client.ts'
import { ApiUser } from '../../../../scripts/demo/api-user.ts'
import { expect } from '../../fixtures.ts'
import type { App } from '../app.ts'
import { navigate } from '../browser/navigate.ts'
import { failedRequests } from '../browser/page-watch.ts'
import { aroundList, deletedPlaces, exportPlaces, listPlaces, steps } from './chat-list-screens.ts'
import { ControlWalk } from './control-walk.ts'
import { siteFrame } from './site-frame.ts'

/** Checks the controls of the list of chats with its menus and dialogs, the search, and the user menu. */
export async function walkChatList(app: App): Promise<void> {
  const { page, server, watch } = app
  const walk = new ControlWalk(page, listPlaces, aroundList)
  const client = createTestClient(server.url)
  const user = await app.makeUser()
  const token = user.authenticated.access
  const alpha = await user.chat(['About Alpha'], 'Alpha')
  const beta = await user.chat(['About Beta'], 'Beta')
  const button = (name: string | RegExp, within: Pick<Locator, 'getByRole'> = page) =>
    within.getByRole('button', { name, exact: true })
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true })
  const dialog = page.getByRole('dialog')
  const stored = (id: string) => client.call(getChat, { token, params: { id } })
  const labels = {
    folder: async () => (await client.call(listFolders, { token })).results,
    tag: async () => (await client.call(listTags, { token })).results,
  }

  await app.signIn(user)
  await page.goto(`/chat/${beta}`)
  await expect(app.said('About Beta')).toBeVisible()

  for (const kind of ['folder', 'tag'] as const) {
    const Menu = kind === 'folder' ? 'Folders' : 'Tags'
    await walk.step(steps[kind], async () => {
      await button(Menu).click()
      await walk.at(`the menu ${Menu}`)
      await item(`Manage ${kind}s`).click()
      await button(`New ${kind}`, dialog).click()
      await walk.at(`a new ${kind}`)
      await dialog.getByLabel('Name').fill('Work')
      await dialog.getByRole('radio', { name: 'Blue' }).check()
      await button('Create', dialog).click()
      await expect.poll(labels[kind]).toMatchObject([{ name: 'Work', color: '#4984bf' }])
      await walk.at(`Manage ${kind}s`)
      await button('Edit “Work”', dialog).click()
      await walk.at(`a ${kind} being edited`)
      await dialog.getByLabel('Name').fill('Garden')
      await dialog.getByRole('radio', { name: 'Green' }).check()
      await button('Save', dialog).click()
      await expect.poll(labels[kind]).toMatchObject([{ name: 'Garden', color: expect.not.stringMatching('#4984bf') }])
      await button('Edit “Garden”', dialog).click()
      await button('Delete', dialog).click()
      await walk.at(`the deletion of a ${kind}`)
      await button(`Delete ${kind}`, dialog).click()
      await expect.poll(labels[kind]).toEqual([])
      await button('Done', dialog).click()
    })
  }

  await walk.step(steps.order, async () => {
    await button('Move to folder').click()
    await button('New folder', dialog).click()
    await dialog.getByLabel('Name').fill('Home')
    await button('Create', dialog).click()
    await walk.at('Move to folder')
    await button('Move', dialog).click()
    await expect.poll(async () => (await stored(beta)).folder).not.toBeNull()
    await button('More about this chat').click()
    await walk.at('the menu of a chat')
    await item('Move to folder').click()
    await dialog.getByRole('radio', { name: 'No folder' }).check()
    await button('Move', dialog).click()
    await expect.poll(async () => (await stored(beta)).folder).toBeNull()
    const tag = async () => {
      await button('More about this chat').click()
      await item('Manage tags').click()
    }
    await tag()
    await button('New tag', dialog).click()
    await dialog.getByLabel('Name').fill('Birds')
    await button('Create', dialog).click()
    await walk.at('Manage tags of a chat')
    await button('Save', dialog).click()
    await expect.poll(async () => (await stored(beta)).tags).toHaveLength(1)
    await tag()
    await dialog.getByRole('checkbox', { name: 'Birds' }).uncheck()
    await button('Save', dialog).click()
    await expect.poll(async () => (await stored(beta)).tags).toEqual([])
    await button('Save permanently').click()
    await expect.poll(async () => (await stored(beta)).is_saved).toBe(true)
    await walk.at('a kept chat')
    await button('Remove from saved').click()
    await expect.poll(async () => (await stored(beta)).is_saved).toBe(false)
    await page.getByRole('link', { name: 'Alpha' }).hover()
    await button('More: Alpha').click()
    await walk.at('the menu of a row')
    await item('Rename').click()
    await walk.at('Rename')
    await button('Cancel', dialog).click()
    await button('More about this chat').click()
    await item('Export chat').click()
    const exporting = new ControlWalk(page, exportPlaces, siteFrame)
    await exporting.at('Export chat')
    exporting.finish()
    await page.goBack()
  })

  await walk.step(steps.sharing, async () => {
    const shares = async () => (await client.call(listSharedChats, { token })).results
    await button('More about this chat').click()
    await item('Share').click()
    await walk.at('Share chat')
    await button('Create link', dialog).click()
    await expect(button('Copy link', dialog)).toBeVisible()
    const [share] = await shares()
    expect(share).toMatchObject({ chat: beta, with_author: false, with_scores: true })
    await walk.at('a shared chat')
    const url = await dialog.getByLabel('Link', { exact: true }).inputValue()
    expect(url).toBe(share?.url)
    // A browser without the app, without an account and without scripts.
    const reader = await (await page.context().browser()?.newContext({ javaScriptEnabled: false }))?.newPage()
    if (reader === undefined) throw new Error('no browser')
    await reader.goto(url)
    await expect(reader.getByRole('heading', { level: 1, name: 'Beta' })).toBeVisible()
    await expect(reader.getByText('You said: About Beta')).toBeVisible()
    await dialog.getByRole('switch', { name: 'With my name and photo' }).click()
    await button('Update the page', dialog).click()
    await expect.poll(shares).toMatchObject([{ url, with_author: true }])
    await button('Stop sharing', dialog).click()
    await expect(button('Create link', dialog)).toBeVisible()
    expect(await shares()).toEqual([])
    await reader.reload()
    await expect(reader.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await reader.context().close()
    await button('Close', dialog).click()
  })

  await walk.step(steps.several, async () => {
    await button('Folders').click()
    await walk.at('the menu Folders with a folder')
    await page.getByRole('menuitemradio', { name: 'No folder' }).click()
    await button('Tags').click()
    await walk.at('the menu Tags with a tag')
    await page.keyboard.press('Escape')
    await button(/Show all again/).click()
    const choose = async () => {
      await button('Select').click()
      await button('Select all').click()
    }
    await choose()
    await walk.at('chats being chosen')
    await button('Save', page.getByRole('toolbar')).click()
    await expect.poll(async () => (await stored(alpha)).is_saved).toBe(true)
    await choose()
    await walk.at('kept chats being chosen')
    await button('Unsave', page.getByRole('toolbar')).click()
    await expect.poll(async () => (await stored(alpha)).is_saved).toBe(false)
    await choose()
    await button('Delete', page.getByRole('toolbar')).click()
    await walk.at('deleted chats')
    await button('Undo').click()
    await expect(app.said('About Beta')).toBeVisible()
    await choose()
    await button('Delete', page.getByRole('toolbar')).click()
    await button('Dismiss').click()
    await expect.poll(async () => (await client.call(listChats, { token })).results).toEqual([])
  })

  await walk.step(steps.deleted, async () => {
    const [one, two] = [await user.chat(['About Gamma'], 'Gamma'), await user.chat(['About Delta'], 'Delta')]
    await page.goto(`/chat/${two}`)
    const menu = async (name: string) => {
      await button('More about this chat').click()
      await item(name).click()
    }
    await menu('Pin')
    await expect.poll(async () => (await stored(two)).is_pinned).toBe(true)
    await menu('Unpin')
    await expect.poll(async () => (await stored(two)).is_pinned).toBe(false)
    await menu('Archive')
    await button('Dismiss').click()
    await expect.poll(async () => (await stored(two)).is_archived).toBe(true)
    await button('Show').click()
    await walk.at('the menu Show')
    await page.getByRole('menuitemradio', { name: 'Archived chats' }).click()
    await walk.at('archived chats')
    await button('Select').click()
    await button('Select all').click()
    await button('Unarchive', page.getByRole('toolbar')).click()
    await button('Dismiss').click()
    await expect.poll(async () => (await stored(two)).is_archived).toBe(false)
    for (const id of [one, two]) await client.call(deleteChat, { token, params: { id } })
    await button(/Show all again/).click()
    await button('Show').click()
    await item('Recently deleted').click()

    const deleted = new ControlWalk(page, deletedPlaces, siteFrame)
    const there = async () =>
      (await client.call(listChats, { token, query: { deleted: 'only' } })).results.map(({ title }) => title).sort()
    await deleted.step(steps.restored, async () => {
      await deleted.at('Recently deleted')
      await page.getByRole('checkbox', { name: /Gamma/ }).check()
      await deleted.at('a chosen deleted chat')
      await button('Restore (1)').click()
      await expect.poll(async () => (await stored(one)).deleted_at).toBeNull()
      await button('Restore: Delta').click()
      await expect.poll(async () => (await stored(two)).deleted_at).toBeNull()
      await app.untilAcknowledged()
      for (const id of [one, two]) await client.call(deleteChat, { token, params: { id } })
      await page.reload()
      for (const name of [/Gamma/, /Delta/]) await expect(page.getByRole('checkbox', { name })).toBeVisible()
      await button('Restore all').click()
      await expect.poll(async () => (await stored(one)).deleted_at).toBeNull()
      await app.untilAcknowledged()
      for (const id of [one, two]) await client.call(deleteChat, { token, params: { id } })
      await page.reload()
      for (const name of [/Gamma/, /Delta/]) await expect(page.getByRole('checkbox', { name })).toBeVisible()
      await button('Delete for good: Gamma').click()
      await deleted.at('Delete for good?')
      await button('Delete for good', page.getByRole('alertdialog')).click()
      await expect.poll(there).not.toContain('Gamma')
      await button('Empty…').click()
      await deleted.at('Empty Recently deleted?')
      await button('Empty', page.getByRole('alertdialog')).click()
      await expect.poll(there).toEqual([])
    })
    deleted.finish()
    await navigate(page, '/chat/new')
  })

  await walk.step(steps.logOut, async () => {
    const other = await ApiUser.login(server.url, user.credentials)
    const sessions = async () => (await client.call(listSessions, { token: other.authenticated.access })).results.length
    expect(await sessions()).toBe(2)
    await button('Search chats').click()
    await walk.at('the search')
    await page.keyboard.press('Escape')
    await button(/^Your account/).click()
    await walk.at('the menu of the person')
    await item('Keyboard shortcuts').click()
    await walk.at('Keyboard shortcuts')
    await page.keyboard.press('Escape')
    watch.expect(failedRequests)
    await page.route('**/api/v1/companion/chat/', (route) => route.abort())
    await app.ask('Written in a tunnel')
    await app.signOut()
    await walk.at('Log out?')
    await button('Log out anyway', page.getByRole('alertdialog')).click()
    await expect.poll(sessions).toBe(1)
  })
  walk.finish()
}
