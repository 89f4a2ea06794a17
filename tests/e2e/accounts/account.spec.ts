import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { ApiUser } from '../../../scripts/demo/api-user.ts'
import { expect, testOnline as test } from '../fixtures.ts'
import { readBrowserStorage } from '../support/browser/browser-storage.ts'
import { navigate } from '../support/browser/navigate.ts'
import { failedRequests } from '../support/browser/page-watch.ts'
import { expectAccessible } from '../support/expect-accessible.ts'

const picture = join(import.meta.dirname, '../../../public/screenshots/wide-en.png')
const TABS_MAX = 60

/** Moves the focus with the Tab key only, as a keyboard user does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let tabs = 0; tabs < TABS_MAX; tabs += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${TABS_MAX} tabs do not lead to ${target}`)
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type(text)
}

/** Returns the size of the processed photo, and whether it is square. */
const sizeOf = (photo: Locator) =>
  photo.evaluate(async (image) => {
    await (image as HTMLImageElement).decode()
    const { naturalWidth, naturalHeight, src } = image as HTMLImageElement
    return { naturalWidth, naturalHeight, path: new URL(src).pathname }
  })

test('a user changes names, photo and password and gets a new link with the keyboard alone', async ({
  app,
  page,
  watch,
}) => {
  test.setTimeout(120_000)
  watch.expect(failedRequests)
  const user = await app.makeUser()
  await app.signIn(user)
  await page.goto('/account')

  await test.step('photo', async () => {
    const choosing = page.waitForEvent('filechooser')
    await tabTo(page, page.getByRole('button', { name: 'Choose a photo' }))
    await page.keyboard.press('Enter')
    await (await choosing).setFiles(picture)
    const dialog = page.getByRole('alertdialog', { name: 'Crop your photo' })
    const frame = dialog.getByRole('application', { name: 'Move the picture with the arrow keys' })
    const moved = dialog.locator('img')
    await frame.waitFor()
    const before = await moved.getAttribute('style')
    await tabTo(page, dialog.getByRole('slider', { name: 'Zoom' }))
    await page.keyboard.press('PageUp')
    await tabTo(page, frame)
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('ArrowUp')
    await expect(moved).not.toHaveAttribute('style', before ?? '')
    await expectAccessible(app)
    await tabTo(page, dialog.getByRole('button', { name: 'Use this photo' }))
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    const photos = page.locator('img[src^="/media/photos/"]')
    // One in the header and one on the page.
    await expect(photos).toHaveCount(2)
    const { naturalWidth, naturalHeight } = await sizeOf(photos.last())
    expect(naturalWidth).toBe(naturalHeight)
    expect(naturalWidth).toBeGreaterThan(100)
  })

  await test.step('names', async () => {
    await typeInto(page, page.getByLabel('First name'), 'X')
    await tabTo(page, page.getByRole('button', { name: 'Save' }))
    await page.keyboard.press('Enter')
    await expect(page.getByText('First name must be at least 2 characters')).toBeVisible()
    await expect(page.getByLabel('First name')).toBeFocused()
    await typeInto(page, page.getByLabel('First name'), 'Zoë')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').getByText('Saved')).toBeVisible()
  })

  await test.step('the link again', async () => {
    await expect(page.getByText('Not confirmed')).toBeVisible()
    await tabTo(page, page.getByRole('button', { name: 'Send the link again' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').getByText('The link is in a new file on the server.')).toBeVisible()
  })

  const next = 'a louder harbour 42'
  await test.step('password', async () => {
    const change = async (current: string, fresh: string, repeated = fresh) => {
      await page.getByRole('heading', { name: 'Password' }).evaluate((heading) => {
        heading.tabIndex = -1
        heading.focus()
      })
      await typeInto(page, page.getByLabel('Current password'), current)
      await typeInto(page, page.getByLabel('New password', { exact: true }), fresh)
      await typeInto(page, page.getByLabel('New password once more'), repeated)
      await page.keyboard.press('Enter')
    }
    await change(user.credentials.password, next, 'something else')
    await expect(page.getByText('Passwords do not match')).toBeVisible()
    await change('not my password', next)
    await expect(page.getByText('The password is not right')).toBeVisible()
    await expect(page.getByLabel('Current password')).toBeFocused()
    await change(user.credentials.password, 'password1')
    await expect(page.getByText('Too many people use this password')).toBeVisible()
    await change(user.credentials.password, next)
    await expect(page.getByText('Changed. Your other devices are logged out.')).toBeVisible()
    await expect(page.getByLabel('Current password')).toHaveValue('')
  })
  await expectAccessible(app)

  // This device stays signed in with the new tokens.
  await page.reload()
  await expect(page.getByLabel('First name')).toHaveValue('Zoë')
  await expect(page.getByText('This device')).toBeVisible()
  const again = await ApiUser.login(app.server.url, { ...user.credentials, password: next })
  expect(again.authenticated.user.first_name).toBe('Zoë')
  await navigate(page, '/chat')
  await expect(page.getByRole('button', { name: 'Your account: Zoë Prado' }).locator('img')).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

  test('a user changes the newsletter, ends a session, gets a file rejected, exports the data and deletes the account', async ({
    app,
    page,
    watch,
    server,
  }) => {
    test.setTimeout(120_000)
    watch.expect(failedRequests)
    const user = await app.makeUser()
    await user.chat(['Is it ever right to lie?'], 'A question of lies')
    await app.signIn(user)
    for (let device = 0; device < 3; device += 1) await ApiUser.login(server.url, user.credentials)

    await test.step('newsletter: one truth in two places', async () => {
      await page.goto('/settings?section=general')
      const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
      await page.getByRole('switch', { name: 'Wealth-signals newsletter' }).click()
      // The switch is disabled only a moment after the click, so that it is enabled does not say that it is saved.
      expect((await saved).ok()).toBe(true)
      await navigate(page, '/account')
      await expect(page.getByRole('switch', { name: 'Wealth-signals newsletter' })).toBeChecked()
      await expect(page.getByRole('button', { name: 'Take a photo' })).toBeVisible()
    })

    await test.step('devices', async () => {
      const devices = page.getByRole('region', { name: 'Logged-in devices' }).getByRole('listitem')
      await expect(devices).toHaveCount(4)
      await expect(devices.first()).toContainText('This device')
      await devices.nth(1).getByRole('button').click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
      await expect(devices).toHaveCount(3)
      await page.getByRole('button', { name: 'Log out all other devices' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Log out' }).click()
      await expect(devices).toHaveCount(1)
    })

    await test.step('a file that is no picture', async () => {
      const file = page.getByTestId('photo-file')
      await file.setInputFiles({ name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-') })
      await expect(page.getByRole('alert').getByText('This is not a picture.')).toBeVisible()
      await file.setInputFiles({ name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('not a PNG') })
      await expect(page.getByRole('alert').getByText('This picture cannot be read here.')).toBeVisible()
      await page.getByRole('button', { name: 'Cancel' }).click()
    })

    await test.step('the export', async () => {
      const saving = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download' }).click()
      const download = await saving
      expect(download.suggestedFilename()).toMatch(/\.json$/)
      const text = await readFile(await download.path(), 'utf8')
      expect(JSON.parse(text)).toBeInstanceOf(Object)
      expect(text).toContain(user.credentials.email)
      expect(text).toContain('Is it ever right to lie?')
      await expect(page.getByText(`Saved as ${download.suggestedFilename()}`)).toBeVisible()
    })

    await test.step('offline says so, and keeps what was typed', async () => {
      await page.context().setOffline(true)
      await expect(page.getByText('You are offline. Your account can be changed when you are back')).toBeVisible()
      await page.getByLabel('Last name').fill('Prado Ruiz')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('alert').getByText('No connection')).toBeVisible()
      await expect(page.getByLabel('Last name')).toHaveValue('Prado Ruiz')
      await expect(page.getByRole('button', { name: 'Delete…' })).toBeDisabled()
      await page.context().setOffline(false)
    })

    await test.step('delete', async () => {
      await page.route('**/companion/chat/', (route) => route.abort())
      await navigate(page, '/chat/new')
      await app.ask('Written in a tunnel')
      await navigate(page, '/account')
      await page.getByRole('button', { name: 'Delete…' }).click()
      const dialog = page.getByRole('alertdialog')
      await expect(dialog).toContainText('1 message that has not been sent')
      await dialog.getByRole('button', { name: 'Continue' }).click()
      await expect(dialog.getByLabel('Password', { exact: true })).toBeFocused()
      await dialog.getByLabel('Password', { exact: true }).fill('not my password')
      await dialog.getByRole('button', { name: 'Delete' }).click()
      await expect(dialog.getByText('The password is not right')).toBeVisible()
      await expectAccessible(app)
      await dialog.getByLabel('Password', { exact: true }).fill(user.credentials.password)
      await dialog.getByRole('button', { name: 'Delete' }).click()
      // The message is shown only for a moment.
      await expect(page.getByText('Your account is deleted, with everything in it.')).toBeVisible()
      await expect(page).toHaveURL(/\/$/)
    })
    const { local, rows } = await readBrowserStorage(page)
    expect(JSON.stringify({ local, rows })).not.toContain(user.credentials.email)
    expect(JSON.stringify(rows)).not.toContain('tunnel')
    await expect(ApiUser.login(server.url, user.credentials)).rejects.toThrow('Wrong email or password')
  })
})
