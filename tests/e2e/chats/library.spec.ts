import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { getChat, listChats } from '#contract/endpoints/chats.ts'
import { listFolders, listTags } from '#contract/endpoints/companion.ts'
import type { Chat, Folder } from '#contract/objects/chat.ts'
import { expect, test, testOnline } from '../fixtures.ts'
import type { App } from '../support/app.ts'

/** Creates a user with chats of these titles and opens the last one. */
async function startWithChats(app: App, titles: readonly string[]) {
  const user = await app.makeUser()
  const ids = new Map<string, string>()
  for (const title of titles) ids.set(title, await user.chat([`About ${title}`], title))
  await app.signIn(user)
  await app.page.goto(`/chat/${ids.get(titles.at(-1) ?? '')}`)
  await expect(app.said(`About ${titles.at(-1)}`)).toBeVisible()
  /** Calls the API as another device of the same user. */
  const elsewhere = async <T>(path: string): Promise<T> => {
    const headers = { authorization: `Bearer ${user.authenticated.access}` }
    const response = await fetch(`${app.server.url}/api/v1${path}`, { headers })
    return (await response.json()) as T
  }
  const there = async () => (await elsewhere<{ results: Chat[] }>(listChats.path)).results
  return {
    labels: async (path: typeof listFolders.path | typeof listTags.path) =>
      (await elsewhere<{ results: Folder[] }>(path)).results,
    titlesThere: async () => (await there()).map(({ title }) => title).sort(),
    chatThere: (title: string) => elsewhere<Chat>(getChat.path.replace('{id}', ids.get(title) ?? '')),
  }
}

const chats = (page: Page) => page.getByRole('navigation', { name: 'Chats' })
const listed = (page: Page, title: string) => chats(page).getByRole('link', { name: title })
const dialog = (page: Page) => page.getByRole('dialog')

async function choose(page: Page, title: string, item: string): Promise<void> {
  await listed(page, title).hover()
  await chats(page)
    .getByRole('button', { name: `More: ${title}` })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a user organises chats offline and undoes changes, and other devices see the result', async ({ app, page }) => {
  const { labels, titlesThere, chatThere } = await startWithChats(app, ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon'])
  await app.untilOfflineReady()
  await expect(page.getByRole('heading', { name: 'Chats' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible()
  // Opens the dialogs once, so that their chunks are loaded before the network fails.
  await choose(page, 'Alpha', 'Rename')
  await dialog(page).getByRole('button', { name: 'Cancel' }).click()
  await app.goOffline()

  await choose(page, 'Alpha', 'Move to folder')
  await dialog(page).getByRole('button', { name: 'New folder' }).click()
  await dialog(page).getByLabel('Name').fill('Work')
  await dialog(page).getByRole('radio', { name: 'Blue' }).check()
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await expect(dialog(page).getByRole('radio', { name: 'Work' })).toBeChecked()
  await dialog(page).getByRole('button', { name: 'Move' }).click()
  await expect(dialog(page)).toHaveCount(0)

  await page.getByRole('button', { name: 'More about this chat' }).click()
  await page.getByRole('menuitem', { name: 'Export chat' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Markdown' }).click()
  expect((await saved).suggestedFilename()).toBe('Epsilon.md')
  expect(await readFile(await (await saved).path(), 'utf8')).toMatch(/^# Epsilon\n\n## You .*\n\nAbout Epsilon\n/)
  await page.getByRole('link', { name: 'Chat', exact: true }).click()

  await page.getByRole('button', { name: 'More about this chat' }).click()
  await page.getByRole('menuitem', { name: 'Manage tags' }).click()
  await dialog(page).getByRole('button', { name: 'New tag' }).click()
  await dialog(page).getByLabel('Name').fill('Thoughts')
  await dialog(page).getByRole('button', { name: 'Create' }).click()
  await dialog(page).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('list', { name: 'Folder and tags of this chat' })).toHaveText('Thoughts')

  await page.getByRole('button', { name: 'Save permanently' }).click()
  await expect(page.getByRole('button', { name: 'Remove from saved' })).toBeVisible()
  await choose(page, 'Epsilon', 'Rename')
  await dialog(page).getByLabel('Title').fill('Epsilon, renamed')
  await dialog(page).getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByRole('heading', { name: 'Epsilon, renamed', level: 1 })).toBeVisible()

  // Deletes the open chat and restores it with Undo: it opens again with all its messages.
  await choose(page, 'Epsilon, renamed', 'Delete')
  await expect(page.getByRole('heading', { name: 'Delta', level: 1 })).toBeVisible()
  await expect(listed(page, 'Epsilon, renamed')).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(app.said('About Epsilon')).toBeVisible()
  await expect(listed(page, 'Epsilon, renamed')).toHaveAttribute('aria-current', 'page')

  await choose(page, 'Beta', 'Delete')
  await expect(page.getByText('Chat deleted')).toBeVisible()
  // A reload before the toast closes does not cancel the deletion.
  await page.reload()
  await expect(listed(page, 'Alpha')).toContainText('Alpha')
  await expect(listed(page, 'Beta')).toHaveCount(0)

  await page.getByRole('button', { name: 'Folders' }).click()
  await page.getByRole('menuitemradio', { name: 'Work' }).click()
  await expect(chats(page).getByRole('link')).toHaveText([/Alpha/])
  await page.getByRole('button', { name: /Work.*Show all again/ }).click()
  await page.getByRole('button', { name: 'Tags' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Thoughts' }).click()
  await page.keyboard.press('Escape')
  await expect(chats(page).getByRole('link')).toHaveText([/Epsilon/])
  await page.getByRole('button', { name: /Thoughts.*Show all again/ }).click()

  // Selects one chat with Ctrl and a range with Shift, then deselects one.
  await listed(page, 'Delta').click({ modifiers: ['Control'] })
  await chats(page)
    .getByText('Alpha')
    .click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 selected')).toBeVisible()
  await chats(page).getByRole('checkbox', { name: 'Alpha' }).uncheck()
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('2 chats deleted')).toBeVisible()
  await expect(chats(page).getByRole('link')).toHaveText([/Epsilon/, /Alpha/])
  await page.getByRole('button', { name: 'Dismiss' }).click()

  await app.goOnline()
  await expect.poll(titlesThere, { timeout: 20_000 }).toEqual(['Alpha', 'Epsilon, renamed'])
  // Folder, tag and chats are sent at the same time.
  await expect.poll(() => labels(listFolders.path)).toMatchObject([{ name: 'Work', color: '#4984bf' }])
  await expect.poll(() => labels(listTags.path)).toMatchObject([{ name: 'Thoughts' }])
  const [folder] = await labels(listFolders.path)
  const [tag] = await labels(listTags.path)
  await expect.poll(async () => (await chatThere('Alpha')).folder).toBe(folder?.id)
  await expect.poll(async () => (await chatThere('Epsilon')).is_saved).toBe(true)
  expect(await chatThere('Epsilon')).toMatchObject({ tags: [tag?.id], expires_at: null })

  // Deleting a folder does not delete its chats.
  await page.getByRole('button', { name: 'Folders' }).click()
  await page.getByRole('menuitem', { name: 'Manage folders' }).click()
  await dialog(page).getByRole('button', { name: 'Edit “Work”' }).click()
  await dialog(page).getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete folder' }).click()
  await dialog(page).getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => labels(listFolders.path)).toEqual([])
  expect(await titlesThere()).toEqual(['Alpha', 'Epsilon, renamed'])
})

testOnline('a click on a long list that still scrolls opens the chat under the pointer', async ({ app, page }) => {
  const user = await app.makeUser()
  await Promise.all(Array.from({ length: 70 }, (_, at) => user.chat([], `Chat ${at}`)))
  await app.signIn(user)
  await page.goto('/chat/new')
  const older = chats(page).getByRole('button', { name: 'Show older chats' })
  await older.click()
  await expect(older).toHaveCount(0)
  const pressed = await chats(page).evaluate(async (list) => {
    list.scrollBy(0, -10)
    for (let frame = 0; frame < 2; frame++) await new Promise((resolve) => requestAnimationFrame(resolve))
    const { left, top, width, height } = list.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    if (found instanceof HTMLElement) found.click()
    return found?.closest('a')?.pathname ?? 'no chat'
  })
  await expect(page).toHaveURL((url) => url.pathname === pressed)
})

testOnline('a printed chat has long lines, wide tables and formulas to their ends', async ({ app, page, model }) => {
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  const row = (cell: string) => `|${`${cell}|`.repeat(9)}\n`
  model.next({
    tokens: [
      `Wide:\n\n\`\`\`ts\nconst text = '${'word '.repeat(60)}${'x'.repeat(300)}'\n\`\`\`\n\n`,
      `${row('a heading')}${row('---')}${row('1,000,000.00 €')}\n`,
      `\\[\n${'x + '.repeat(80)} y\n\\]\n`,
    ],
  })
  await app.ask('Show me everything')
  await expect(app.said('Wide:').locator('math')).toBeVisible()
  await page.getByRole('button', { name: 'More about this chat' }).click()
  await page.getByRole('menuitem', { name: 'Export chat' }).click()
  const answer = page.getByRole('article').filter({ hasText: 'Wide:' })
  await expect(answer.locator('math')).toBeVisible()
  // About as wide as A4.
  await page.setViewportSize({ width: 720, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  const cutOff = (element: Element) => element.scrollWidth - element.clientWidth
  expect(await answer.locator('pre').evaluate(cutOff)).toBe(0)
  expect(await answer.locator('[data-table]').evaluate(cutOff)).toBe(0)
  for (const wide of ['pre', '[data-table]', '[data-maths]'])
    await expect(answer.locator(wide)).toHaveCSS('animation-name', 'none')
  await expect(answer.locator('[data-maths]')).toHaveCSS('overflow', 'visible')
})

testOnline.describe('on a phone, in Spanish', () => {
  testOnline.use({ locale: 'es-ES', viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  testOnline(
    'a long press on a chat selects it and taps select further ones; a sheet is swiped down',
    async ({ app, page }) => {
      const { chatThere } = await startWithChats(app, ['Uno', 'Dos', 'Tres'])
      await page.getByRole('button', { name: 'Chats' }).click()
      const drawer = page.getByRole('dialog', { name: 'Chats' })
      for (const name of ['Chats', 'Hoy']) await expect(drawer.getByRole('heading', { name }).last()).toBeVisible()
      for (const name of ['Carpetas', 'Etiquetas', 'Seleccionar']) {
        const button = drawer.getByRole('button', { name, exact: true })
        await expect(button).toBeVisible()
      }
      const row = drawer.getByRole('link', { name: 'Dos' })
      const box = await row.boundingBox()
      if (!box) throw new Error('The row is not on the screen')
      expect(box.height).toBeGreaterThanOrEqual(44)
      const finger = await page.context().newCDPSession(page)
      const touchPoints = [{ x: box.x + 60, y: box.y + box.height / 2 }]
      await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
      await expect(drawer.getByRole('checkbox', { name: 'Dos' })).toBeChecked()
      await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await expect(drawer.getByText('1 seleccionado')).toBeVisible()
      await drawer.getByRole('checkbox', { name: 'Uno' }).tap()
      await drawer.getByRole('button', { name: 'Guardar', exact: true }).tap()
      await expect.poll(async () => (await chatThere('Dos')).is_saved).toBe(true)
      await expect.poll(async () => (await chatThere('Uno')).is_saved).toBe(true)
      expect((await chatThere('Tres')).is_saved).toBe(false)

      await drawer.getByRole('button', { name: 'Seleccionar' }).tap()
      await drawer.getByRole('checkbox', { name: 'Tres' }).tap()
      await drawer.getByRole('button', { name: 'Borrar' }).tap()
      await expect(drawer.getByText('Tres')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Deshacer' })).toBeVisible()
      // The toast covers no button of the bar.
      await page.getByRole('button', { name: 'Chat nuevo' }).tap({ trial: true })
      await page.getByRole('button', { name: 'Deshacer' }).tap()
      await expect(app.said('About Tres')).toBeVisible()

      const swipe = async (...[from, ...path]: [x: number, y: number][]) => {
        const [x, y] = from ?? [0, 0]
        await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
        for (const [x, y] of path)
          await finger.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] })
        await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      }
      await page.getByRole('button', { name: 'Más sobre este chat' }).tap()
      await page.getByRole('menuitem', { name: 'Renombrar' }).tap()
      const sheet = page.getByRole('dialog', { name: 'Renombrar' })
      const top = ((await sheet.boundingBox())?.y ?? 0) + 16
      await swipe([195, top], [195, top + 20], [195, top + 90], [195, top + 200])
      await expect(sheet).toHaveCount(0)
    },
  )
})
