import type { BrowserContext } from '@playwright/test'
import type { BenchEnvironment } from '../support/bench-environment.ts'
import { inProfile, signIn, slowDown } from '../support/browser.ts'
import { seedChat } from '../support/seed-chat.ts'

const ROUNDS = 7
const COUNT = 60

/**
 * Milliseconds from the start of the navigation (the tap on the icon) until the last message of the newest chat
 * is painted and its composer takes text, without a network: with the worker stopped, and with it running. `online` is
 * the latter with the network and the server.
 */
export function coldOpen(
  environment: BenchEnvironment,
): Promise<{ cold: number[]; warm: number[]; online: number[]; painted: number[] }> {
  return inProfile({ viewport: { width: 390, height: 844 } }, async (context) => {
    const { url } = environment.server
    const page = await context.newPage()
    await signIn(page, url, environment.user)
    await page.goto(`${url}/chat`)
    await page.locator('textarea').waitFor()
    const chatId = await seedChat(environment, page, COUNT)
    await page.goto(`${url}/chat/${chatId}`)
    await page.getByText(`Answer ${COUNT}.`).waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.close()
    const cold: number[] = []
    const warm: number[] = []
    const painted: number[] = []
    const online: number[] = []
    // Half of them before the others and half after them: the speed of the machine changes.
    const openOnline = async (rounds: number) => {
      for (let round = 0; round < rounds; round++) online.push((await openOnce(context, url, false)).used)
    }
    await openOnline(Math.ceil(ROUNDS / 2))
    await context.setOffline(true)
    await environment.server.kill()
    for (let round = 0; round < ROUNDS; round++) {
      const first = await openOnce(context, url, true)
      cold.push(first.used)
      painted.push(first.painted)
      warm.push((await openOnce(context, url, false)).used)
    }
    await environment.server.start()
    await context.setOffline(false)
    await openOnline(Math.ceil(ROUNDS / 2))
    return { cold, warm, online, painted }
  })
}

/**
 * Opens the start URL of the manifest, /chat, which leads to the newest chat. `painted` is the time of the last paint
 * entry, the first paint with content: the HTML has the frame of the chat, so it needs none of the app's code.
 */
async function openOnce(context: BrowserContext, url: string, isCold: boolean) {
  const page = await context.newPage()
  try {
    await page.addInitScript(watchForUse, `Answer ${COUNT}.`)
    const session = await slowDown(page, 4)
    if (isCold) {
      await session.send('ServiceWorker.enable')
      await session.send('ServiceWorker.stopAllWorkers')
    }
    // Polling for the state would keep the page busy with Playwright's own script.
    const said = page.waitForEvent('console', (message) => message.text().startsWith('usable at '))
    await page.goto(`${url}/chat`, { waitUntil: 'commit' })
    const used = Number((await said).text().slice('usable at '.length))
    return { used, painted: await page.evaluate(() => performance.getEntriesByType('paint').at(-1)?.startTime ?? 0) }
  } finally {
    await page.close()
  }
}

/** Runs in the page before its own code: records when the text is painted and the composer is there. */
function watchForUse(text: string): void {
  const look = () => {
    const field = document.querySelector('textarea')
    if (!field || field.disabled || !document.querySelector('main')?.textContent?.includes(text)) {
      requestAnimationFrame(look)
    } else {
      requestAnimationFrame(() => setTimeout(() => console.info(`usable at ${performance.now()}`)))
    }
  }
  requestAnimationFrame(look)
}
