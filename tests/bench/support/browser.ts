import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, type CDPSession, chromium, type Page } from '@playwright/test'
import { chromiumArguments, ensureChromium } from '#support/browser/chromium.ts'
import type { ApiUser } from '../../../scripts/demo/api-user.ts'

/** Runs `use` with its own browser and an empty profile. */
export async function inBrowser<T>(
  options: Parameters<Awaited<ReturnType<typeof chromium.launch>>['newContext']>[0],
  use: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  // The bench's HTTP/2 proxy has a self-signed certificate.
  const args = [...chromiumArguments(), '--ignore-certificate-errors']
  const browser = await chromium.launch({ executablePath: ensureChromium(), args })
  try {
    return await use(await browser.newContext(options))
  } finally {
    await browser.close()
  }
}

/**
 * The same with a profile on disk, as users have it, so that browsers keep their caches (compiled code) between visits.
 */
export async function inProfile<T>(
  options: Parameters<typeof chromium.launchPersistentContext>[1],
  use: (context: BrowserContext) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'companion-bench-'))
  const given = { ...options, executablePath: ensureChromium(), args: chromiumArguments() }
  const context = await chromium.launchPersistentContext(folder, given)
  try {
    return await use(context)
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Stores what an earlier visit of a signed-in user would have left. */
export async function signIn(page: Page, url: string, testUser: ApiUser): Promise<void> {
  const { user, access, refresh } = testUser.authenticated
  const stored = { state: { user, accessToken: access, refreshToken: refresh }, version: 1 }
  await page.goto(`${url}/manifest.webmanifest`)
  await page.evaluate((text) => localStorage.setItem('auth-storage', text), JSON.stringify(stored))
}

/** Makes the page's processor `times` times slower than this machine; 4 emulates a mid-range phone. */
export async function slowDown(page: Page, times: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
  return session
}

/** Lighthouse's slow 4G, applied for real: 150 ms round trip, 1.6 Mbit/s down, 750 kbit/s up. */
export async function onSlow4G(page: Page): Promise<void> {
  const session = await slowDown(page, 4)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: (1.6 * 1024 * 1024) / 8,
    uploadThroughput: (750 * 1024) / 8,
  })
}

/**
 * Makes the window larger than the page. Playwright gives the whole window, with its toolbar, the size of the viewport,
 * so the lower end of the page lies outside: changes there need no frame on the screen, and Event Timing counts an
 * event until the next change elsewhere.
 */
export async function showWhole(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { windowId, bounds } = await session.send('Browser.getWindowForTarget')
  const { width = 0, height = 0 } = bounds
  await session.send('Browser.setWindowBounds', { windowId, bounds: { width: width + 300, height: height + 300 } })
  await session.detach()
}
