import type { Page } from '@playwright/test'
import { startupImages } from '../../../scripts/build/startup-images.ts'
import { expect, testOnline as test } from '../fixtures.ts'
import { readBrowserStorage } from '../support/browser/browser-storage.ts'

/** Fires Chromium's install event; returns whether the page has deferred it. */
function offerInstall(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const prompt = async () => {
      Object.assign(window, { asked: ('asked' in window ? Number(window.asked) : 0) + 1 })
      return { outcome: 'accepted' }
    }
    const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt })
    window.dispatchEvent(event)
    return event.defaultPrevented
  })
}

const timesAsked = (page: Page) => page.evaluate(() => ('asked' in window ? Number(window.asked) : 0))
const computer = { width: 1440, height: 900 }
const offer = /^Keep Companion on /

/** Moves the first visit to yesterday instead of waiting for a day. */
async function firstVisitYesterday(): Promise<void> {
  const open = indexedDB.open('companion')
  await new Promise((resolve) => {
    open.onsuccess = resolve
  })
  const row = { key: 'first_visit', value: Date.now() - 86_400_000 }
  const put = open.result.transaction('device', 'readwrite').objectStore('device').put(row)
  await new Promise((resolve) => {
    put.transaction?.addEventListener('complete', resolve)
  })
  open.result.close()
}

interface Manifest {
  id: string
  lang: string
  description: string
  icons: { src: string; sizes: string; purpose: string }[]
  screenshots: { src: string; sizes: string; form_factor: string }[]
  shortcuts: { name: string; url: string }[]
  share_target: { action: string; params: object }
}

/** Reads width and height from the first chunk of a PNG. */
async function sizeOf(address: string): Promise<string> {
  const response = await fetch(address)
  expect(response.headers.get('content-type')).toBe('image/png')
  const bytes = Buffer.from(await response.arrayBuffer())
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}

test('the manifest has every picture that it names, in both languages, and the page links the right one', async ({
  page,
  server,
  app: _,
}) => {
  const linked = async () => {
    const href = await page.locator('link[rel="manifest"]').getAttribute('href')
    const response = await fetch(`${server.url}${href}`)
    expect(response.headers.get('content-type')).toBe('application/manifest+json')
    return (await response.json()) as Manifest
  }
  await page.goto('/information')
  const english = await linked()
  await page.evaluate(() => localStorage.setItem('selectedLanguage', 'es'))
  await page.reload()
  // The language is set before the first paint, the link by the first script of the app.
  await expect.poll(async () => (await linked()).lang).toBe('es')
  const spanish = await linked()

  expect(english.lang).toBe('en')
  expect([english.id, spanish.id]).toEqual(['/', '/'])
  for (const { share_target, shortcuts } of [english, spanish]) {
    expect(share_target).toMatchObject({ action: '/chat/new', params: { title: 'title', text: 'text', url: 'url' } })
    expect(shortcuts.map(({ url }) => url)).toEqual(['/chat/new', '/chat?list=open'])
  }
  expect(spanish.description).not.toBe(english.description)
  expect(spanish.shortcuts.map(({ name }) => name)).toEqual(['Chat nuevo', 'Chats'])
  for (const { icons, screenshots } of [english, spanish]) {
    expect(icons.map(({ purpose }) => purpose)).toEqual(expect.arrayContaining(['any', 'maskable']))
    expect(screenshots.map(({ form_factor }) => form_factor)).toEqual(['narrow', 'wide'])
    for (const { src, sizes } of [...icons, ...screenshots]) expect(await sizeOf(server.url + src)).toBe(sizes)
  }
  const session = await page.context().newCDPSession(page)
  const { errors } = await session.send('Page.getAppManifest')
  expect(errors).toEqual([])
})

test('the app is offered once, after the second answer, and the menu always offers it', async ({ app, page }) => {
  await app.signIn(await app.makeUser())
  await page.goto('/chat')
  await expect(app.composer).toBeVisible()
  expect(await offerInstall(page)).toBe(true)
  await app.ask('A first question')
  await expect(app.said('You said: A first question')).toBeVisible()
  await expect(page.getByText(offer)).toBeHidden()
  await app.ask('A second question')
  await expect(page.getByText(offer)).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByText(offer)).toBeHidden()
  // The prompt disappears before the answer to it is stored.
  await expect.poll(async () => JSON.stringify((await readBrowserStorage(page)).rows)).toContain('declined')

  await page.reload()
  await expect(app.said('You said: A second question')).toBeVisible()
  await offerInstall(page)
  await app.openList()
  await page.getByRole('button', { name: /^Your account/ }).click()
  await expect(page.getByText(offer)).toBeHidden()
  await page.getByRole('menuitem', { name: 'Install app' }).click()
  await expect.poll(() => timesAsked(page)).toBe(1)
})

test('the app is offered at once on another day, and the browser’s prompt opens when the user accepts', async ({
  app,
  page,
}) => {
  await app.signIn(await app.makeUser())
  await page.goto('/chat')
  await expect(app.composer).toBeVisible()
  await offerInstall(page)
  const first = { key: 'first_visit', value: expect.any(Number) }
  await expect
    .poll(async () => (await readBrowserStorage(page)).rows['companion.device'])
    .toEqual(expect.arrayContaining([first]))
  await expect(page.getByText(offer)).toBeHidden()
  await page.evaluate(firstVisitYesterday)
  await page.reload()
  await expect(app.composer).toBeVisible()
  await offerInstall(page)
  await page.getByRole('button', { name: 'Install', exact: true }).click()
  await expect.poll(() => timesAsked(page)).toBe(1)
  await expect(page.getByText(offer)).toBeHidden()
})

test('a shortcut opens the list of chats, and the back button closes it', async ({ app, page }) => {
  const user = await app.makeUser()
  await user.chat(['A first question'], 'Our chat')
  await app.signIn(user)
  await page.goto('/chat?list=open')
  await expect(page.getByRole('link', { name: /Our chat/ })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('link', { name: /Our chat/ })).toBeHidden()
  await expect(app.composer).toBeVisible()
  // On a computer the list is beside the chat.
  await page.setViewportSize(computer)
  await page.goto('/chat?list=open')
  await expect(page.getByRole('link', { name: /Our chat/ })).toBeVisible()
})

/** The browsers in which the user installs by hand, with the expected steps. */
const byHand = [
  {
    browser: 'Safari on an iPhone',
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    steps: [/Share.*•••/, /Add to Home Screen/],
    title: 'Add Companion to your home screen',
    hasOwnStorage: true,
  },
  {
    browser: 'Firefox on Android',
    userAgent: 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0',
    steps: [/menu/, /Install/],
    title: 'Add Companion to your home screen',
    hasOwnStorage: false,
  },
  {
    browser: 'Safari on a Mac',
    userAgent:
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    steps: [/File.*Share/, /Add to Dock/],
    title: 'Add Companion to your Dock',
    hasOwnStorage: true,
    isComputer: true,
  },
]

test('the menu shows the steps of each browser, and names the unsent data that the installed app will not have', async ({
  app,
  page,
}) => {
  await app.signIn(await app.makeUser())
  const session = await page.context().newCDPSession(page)
  for (const { browser, userAgent, steps, title, hasOwnStorage, isComputer = false } of byHand) {
    await test.step(browser, async () => {
      await session.send('Emulation.setUserAgentOverride', { userAgent })
      // A touch screen distinguishes an iPad from a Mac.
      await session.send('Emulation.setTouchEmulationEnabled', { enabled: !isComputer })
      if (isComputer) await page.setViewportSize(computer)
      await page.goto('/chat')
      await expect(app.composer).toBeVisible()
      await app.composer.fill('Half a thought')
      await app.openList()
      await page.getByRole('button', { name: /^Your account/ }).click()
      await page.getByRole('menuitem', { name: 'Install app' }).click()
      const dialog = page.getByRole('dialog', { name: title })
      await expect(dialog.getByRole('listitem')).toHaveText(steps)
      await expect(dialog.getByText('The installed app has its own storage')).toBeVisible({ visible: hasOwnStorage })
      await expect(dialog.getByText('A draft or a change waits')).toBeVisible({ visible: hasOwnStorage })
      await dialog.getByRole('button', { name: 'Done' }).click()
      await expect(dialog).toBeHidden()
    })
  }
})

test('every page links the startup images of iOS, and the worker does not cache them', async ({ server }) => {
  for (const path of ['/', '/chat']) {
    const html = await (await fetch(server.url + path, { headers: { accept: 'text/html' } })).text()
    expect(html.match(/<link rel="apple-touch-startup-image"[^>]*>/g)).toHaveLength(startupImages.length)
    for (const { file, media } of startupImages) expect(html).toContain(`media="${media}" href="/${file}"`)
  }
  for (const { file, width, height } of startupImages)
    expect(await sizeOf(`${server.url}/${file}`)).toBe(`${width}x${height}`)
  const worker = await (await fetch(`${server.url}/sw.js`)).text()
  expect(worker).toContain('index.html')
  expect(worker).not.toContain('startup/')
})
