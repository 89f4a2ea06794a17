import type { BrowserContext, Page } from '@playwright/test'
import { inBrowser, signIn, slowDown } from './browser.ts'
import { seedChat } from './seed-chat.ts'
import type { Stage } from './stage.ts'

const ROUNDS = 7
const COUNT = 60

/**
 * Milliseconds from the start of the navigation (the tap on the icon) until the last message of the newest chat
 * is painted and its composer takes text, without a network: with the worker stopped, and with it running.
 */
export function coldOpen(stage: Stage): Promise<{ cold: number[]; warm: number[] }> {
  return inBrowser({ viewport: { width: 390, height: 844 } }, async (context) => {
    const { url } = stage.server
    const page = await context.newPage()
    await signIn(page, url, stage.person)
    await page.goto(`${url}/chat`)
    await page.locator('textarea').waitFor()
    const chat = await seedChat(stage, page, COUNT)
    await page.goto(`${url}/chat/${chat}`)
    await page.getByText(`Answer ${COUNT}.`).waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.close()
    const cold: number[] = []
    const warm: number[] = []
    await context.setOffline(true)
    await stage.server.kill()
    for (let round = 0; round < ROUNDS; round++) {
      cold.push(await openOnce(context, url, true))
      warm.push(await openOnce(context, url, false))
    }
    await stage.server.start()
    return { cold, warm }
  })
}

/** As the manifest's start: /chat, which leads to the newest chat. */
async function openOnce(context: BrowserContext, url: string, isCold: boolean): Promise<number> {
  const page = await context.newPage()
  try {
    await page.addInitScript(watchForUse, `Answer ${COUNT}.`)
    const session = await slowDown(page, 4)
    if (isCold) {
      await session.send('ServiceWorker.enable')
      await session.send('ServiceWorker.stopAllWorkers')
    }
    await page.goto(`${url}/chat`, { waitUntil: 'commit' })
    return await untilUsed(page)
  } finally {
    await page.close()
  }
}

async function untilUsed(page: Page): Promise<number> {
  const handle = await page.waitForFunction(() => Reflect.get(globalThis, 'usableAt') as number | undefined)
  return (await handle.jsonValue()) ?? Number.NaN
}

/** Runs in the page before its own code: notes when the text is painted and the composer is there. */
function watchForUse(text: string): void {
  const look = () => {
    const field = document.querySelector('textarea')
    if (!field || field.disabled || !document.querySelector('main')?.textContent?.includes(text)) {
      requestAnimationFrame(look)
    } else {
      requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { usableAt: performance.now() })))
    }
  }
  requestAnimationFrame(look)
}
