import type { Page } from '@playwright/test'
import { expect, testOnline as test } from '../fixtures.ts'
import { App } from '../support/app.ts'
import { OwnBrowser } from '../support/browser/own-browser.ts'

test('typed text is restored after a reload, in its own chat only, and shown in another tab until it is sent', async ({
  app,
  context,
  page,
  server,
  watch,
}) => {
  const user = await app.makeUser()
  const [one, other] = [await user.chat(['First question'], 'One'), await user.chat(['Second'], 'Other')]
  await app.signIn(user)
  await page.goto(`/chat/${one}`)
  await app.composer.pressSequentially('Half ')
  await expect.poll(() => readDrafts(page)).toEqual(['Half '])
  await holdDrafts(page)
  await app.composer.pressSequentially('a thought')
  await page.reload()
  await expect(app.composer).toHaveValue('Half a thought')
  await app.openList()
  await page.getByRole('link', { name: /Other/ }).click()
  await expect(page).toHaveURL(new RegExp(other))
  await expect(app.said('Second')).toBeVisible()
  await expect(app.composer).toHaveValue('')
  await app.openList()
  await page.getByRole('link', { name: /One/ }).click()
  await expect(app.composer).toHaveValue('Half a thought')

  await test.step('another tab shows it as it is typed, and no more when it is sent here', async () => {
    const second = new App(await context.newPage(), server, watch)
    await second.page.goto(`/chat/${one}`)
    await expect(second.composer).toHaveValue('Half a thought')
    await app.composer.pressSequentially(' of both')
    await expect(second.composer).toHaveValue('Half a thought of both')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await expect(app.composer).toHaveValue('')
    await expect(second.composer).toHaveValue('')
    await page.reload()
    await expect(app.said('Half a thought of both')).toBeVisible()
    await expect(app.composer).toHaveValue('')
  })
})

test('typed text survives a killed browser', async ({ app, server, watch }) => {
  const apiUser = await app.makeUser()
  const browser = await OwnBrowser.make()
  try {
    const page = await browser.open()
    const own = new App(page, server, watch)
    await page.goto(`${server.url}/robots.txt`)
    const { user, access, refresh } = apiUser.authenticated
    const stored = { state: { user, accessToken: access, refreshToken: refresh }, version: 1 }
    await page.evaluate((text) => localStorage.setItem('auth-storage', text), JSON.stringify(stored))
    await page.goto(`${server.url}/chat/new`)
    await own.composer.pressSequentially('Every word of this')
    await expect.poll(() => readDrafts(page)).toEqual(['Every word of this'])
    await browser.kill()

    const again = await browser.open()
    await again.goto(`${server.url}/chat/new`)
    await expect(new App(again, server, watch).composer).toHaveValue('Every word of this')
  } finally {
    await browser.remove()
  }
})

test('text that another app shares while nobody is signed in is in the draft after signing in', async ({
  app,
  page,
}) => {
  const user = await app.makeUser()
  // The server passes on up to 6,000 characters after encoding, the service worker a whole message.
  const shared = 'Shared too early. '.repeat(250).trim()
  await page.goto(`/chat/new?text=${encodeURIComponent(shared)}`)
  await expect(page).toHaveURL(/\/auth\/login/)
  await page.getByLabel('Email').fill(user.credentials.email)
  await page.getByLabel('Password', { exact: true }).fill(user.credentials.password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
  await expect(app.composer).toHaveValue(shared)
  await expect(page).toHaveURL(/\/chat\/new$/)
})

function readDrafts(page: Page): Promise<string[]> {
  return page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('companion')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const reading = opening.result.transaction('drafts').objectStore('drafts').getAll()
          reading.onerror = () => reject(reading.error)
          reading.onsuccess = () => {
            opening.result.close()
            resolve(reading.result.map(({ text }) => text))
          }
        }
      }),
  )
}

/** Blocks all further draft writes, the worst case for closing a page. */
async function holdDrafts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const asked = indexedDB.open('companion')
      asked.onsuccess = () => resolve(asked.result)
      asked.onerror = () => reject(asked.error)
    })
    const drafts = db.transaction('drafts', 'readwrite').objectStore('drafts')
    const hold = () => {
      drafts.get([0, '']).onsuccess = hold
    }
    hold()
  })
}

test('the number of characters that are left stands below the text, on any width', async ({ app, page }) => {
  await app.signIn(await app.makeUser())
  await page.goto('/chat/new')
  await app.composer.fill('word '.repeat(6_399))
  const count = page.getByText('5 characters left')
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expect(count).toBeVisible()
    const [text, shown] = [await app.composer.boundingBox(), await count.boundingBox()]
    expect(shown?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0))
    expect(shown?.width).toBeGreaterThan(shown?.height ?? 0)
  }
})
