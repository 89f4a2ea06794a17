import type { Page } from '@playwright/test'
import { expect, test, testOnline } from '../fixtures.ts'
import { readBrowserStorage } from '../support/browser/browser-storage.ts'
import { failedRequests } from '../support/browser/page-watch.ts'

const sync = '/settings?section=sync-controls'

/** Returns the number of chats in this device's database. */
async function savedChats(page: Page): Promise<number> {
  return (await readBrowserStorage(page)).rows['companion.chats']?.length ?? 0
}

testOnline(
  'language and theme change at once, are saved, and the theme is in the first frame of every page',
  async ({ app, page }) => {
    await page.emulateMedia({ colorScheme: 'light' })
    await app.signIn(await app.makeUser())
    await page.goto('/settings?section=general')
    await page.getByRole('radio', { name: 'Dark' }).check()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    const language = page.getByRole('group', { name: 'Language', exact: true })
    await language.getByRole('radio', { name: 'Español' }).check()
    await expect(page.getByRole('heading', { name: 'Ajustes' })).toBeAttached()
    // The question is in the new language; the language of emails changes only after a yes.
    const emails = page.getByRole('group', { name: 'Idioma de los correos y los avisos' })
    await expect(emails.getByRole('radio', { name: 'English' })).toBeChecked()
    const prompt = page.getByRole('complementary', { name: 'Pregunta' })
    await expect(prompt).toContainText('¿Quieres que los correos y los avisos lleguen también en este idioma?')
    await prompt.getByRole('button', { name: 'Sí' }).click()
    await expect(emails.getByRole('radio', { name: 'Español' })).toBeChecked()
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.getByRole('radio', { name: 'Oscuro' })).toBeChecked()
    await expect(emails.getByRole('radio', { name: 'Español' })).toBeChecked()

    // Each frame's colour, from the first one that has a page.
    await page.addInitScript(() => {
      const colours = new Set<string>()
      Object.assign(window, { colours })
      const look = () => {
        if (document.body !== null) colours.add(getComputedStyle(document.documentElement).backgroundColor)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    })
    const colours = () => page.evaluate(() => [...(window as unknown as { colours: Set<string> }).colours])
    await page.goto('/chat')
    await expect(app.composer).toBeVisible()
    // Polled, because the page may be visible before its first frame; a colour that was seen stays among them.
    const dark = [expect.stringMatching(/oklch\(0\.19 /)]
    await expect.poll(colours).toEqual(dark)
    await app.signOut()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const path of ['/', '/auth/login']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect.poll(colours, path).toEqual(dark)
    }
  },
)

test('unsent entries are listed, and leave the list when they are sent', async ({ app, page }) => {
  const user = await app.makeUser()
  const chatId = await user.chat(['A first question'], 'Our chat')
  await app.signIn(user)
  await page.goto(`/chat/${chatId}`)
  await app.untilOfflineReady()
  await expect(app.said('A first question')).toBeVisible()
  await app.goOffline()
  await app.ask('Written in a tunnel')
  await page.goto(sync)
  const item = page.getByRole('listitem').filter({ hasText: 'Written in a tunnel' })
  await expect(item.getByText('Waiting to send')).toBeVisible()
  await expect(item.getByRole('link', { name: 'Our chat' })).toHaveAttribute('href', `/chat/${chatId}`)
  await expect(page.getByText('You are offline: what waits is sent when there is a network.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sync now' })).toBeDisabled()

  await app.goOnline()
  await expect(page.getByText('Everything is sent.')).toBeVisible()
  await expect(item).toHaveCount(0)
})

testOnline(
  '"Sync now" reports success or failure; storing fewer chats removes the oldest from this device, and storing more fetches them',
  async ({ app, page, watch }) => {
    const user = await app.makeUser()
    await app.signIn(user)
    await page.goto(sync)

    await testOnline.step('"Sync now" fetches changes of other devices', async () => {
      await user.chat([], 'From another device')
      await page.getByRole('button', { name: 'Sync now' }).click()
      await expect(page.getByText('Everything is up to date.')).toBeVisible()
      await expect(page.getByText('Last synced now')).toBeVisible()
      expect(await savedChats(page)).toBe(1)
    })

    await testOnline.step('more and fewer chats', async () => {
      for (let number = 2; number <= 25; number += 1) await user.chat([], `Chat ${number}`)
      await page.getByRole('radio', { name: 'All' }).check()
      await expect.poll(() => savedChats(page)).toBe(25)
      await expect(page.getByText(/25 chats/)).toBeVisible()
      await page.getByRole('radio', { name: '20', exact: true }).check()
      await expect.poll(() => savedChats(page)).toBe(20)
      await expect(page.getByText(/20 chats/)).toBeVisible()
      await page.reload()
      await expect(page.getByRole('radio', { name: '20', exact: true })).toBeChecked()
    })

    await testOnline.step('"Sync now" says that there is no connection', async () => {
      watch.expect(failedRequests)
      await page.route('**/api/v1/companion/**', (route) => route.abort())
      await page.getByRole('button', { name: 'Sync now' }).click()
      await expect(page.getByRole('alert').filter({ hasText: 'No connection' })).toBeVisible()
    })
  },
)
