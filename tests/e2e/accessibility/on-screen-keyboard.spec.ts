import type { Locator, Page } from '@playwright/test'
import { expect, testOnline as test } from '../fixtures.ts'
import { makeAdmin } from '../support/admin.ts'

test.use({ viewport: { width: 390, height: 844 } })

/** The visible height above the iOS keyboard, in CSS pixels; the rest of the page is covered. */
const FREE = 460

/** Simulates iOS: the keyboard changes `visualViewport` and nothing else in the page. */
async function openKeyboard(page: Page): Promise<void> {
  await page.evaluate((height) => {
    const viewport = window.visualViewport
    if (viewport === null) throw new Error('this browser has no visualViewport')
    Object.defineProperty(viewport, 'height', { value: height, configurable: true })
    viewport.dispatchEvent(new Event('resize'))
  }, FREE)
}

/** Expects each whole element in the visible part, since Playwright's own click would scroll to it. */
async function expectFree(...elements: Locator[]): Promise<void> {
  for (const element of elements) {
    await expect
      .poll(async () => {
        const box = await element.boundingBox()
        return box !== null && box.y >= 0 && box.y + box.height <= FREE
      }, `${element} stands above the keyboard`)
      .toBe(true)
  }
}

const dialog = (page: Page) => page.getByRole('dialog')
const button = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

test('the dialogs of chats stay above the on-screen keyboard, whether it opens before or after them', async ({
  app,
  page,
}) => {
  const user = await app.makeUser()
  const chatId = await user.chat(['A first question'], 'Our chat')
  await app.signIn(user)
  await page.goto(`/chat/${chatId}`)
  await expect(app.said('A first question')).toBeVisible()
  const menu = page.getByRole('button', { name: 'More about this chat' })

  await menu.click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await expect(button(page, 'Rename')).toBeVisible()
  await openKeyboard(page)
  await expectFree(button(page, 'Rename'), button(page, 'Cancel'), dialog(page).getByRole('textbox'))
  await button(page, 'Cancel').click()

  await menu.click()
  await page.getByRole('menuitem', { name: 'Move to folder' }).click()
  await button(page, 'New folder').click()
  await expectFree(button(page, 'Create'), button(page, 'Cancel'), dialog(page).getByLabel('Name'))
})

test('a dialog that is taller than the space above the keyboard scrolls down to its buttons', async ({ app, page }) => {
  const { user } = await makeAdmin(app)
  await app.signIn(user)
  await page.goto('/admin-panel')
  await page.getByRole('button', { name: 'Create New Plan' }).click()
  await expect(button(page, 'Create')).toBeVisible()
  await openKeyboard(page)
  await expectFree(dialog(page).getByRole('heading').first())
  await button(page, 'Create').scrollIntoViewIfNeeded()
  await expectFree(button(page, 'Create'), button(page, 'Cancel'))
})

test('the search stays above the on-screen keyboard', async ({ app, page }) => {
  await app.signIn(await app.makeUser())
  await page.goto('/chat')
  await expect(app.composer).toBeVisible()
  await openKeyboard(page)
  // The search and its shortcuts load after the first paint.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(dialog(page)).toBeVisible({ timeout: 100 })
  }).toPass()
  await expectFree(dialog(page))
})

test('the composer leaves space for the home indicator only while no keyboard covers it', async ({ app, page }) => {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { bottom: 34 } })
  await app.signIn(await app.makeUser())
  await page.goto('/chat')
  await expect(app.composer).toBeVisible()
  /** The distance from the composer to the end of the visible part. */
  const gap = async (visible: number) => {
    const box = await app.composer.boundingBox()
    return box === null ? null : visible - box.y - box.height
  }
  const inset = 34
  const ordinary = 16
  const before = await gap(844)
  await openKeyboard(page)
  await expect.poll(() => gap(FREE)).toBe(Number(before) - inset + ordinary)
})
