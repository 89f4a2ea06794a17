import type { Page } from '@playwright/test'
import { startTcpProxy } from '#support/servers/tcp-proxy.ts'
import { startTlsProxy } from '#support/servers/tls-proxy.ts'
import type { BenchEnvironment } from '../support/bench-environment.ts'
import { inBrowser, signIn } from '../support/browser.ts'

interface Queue {
  chats: number
  /** Messages in each chat. */
  each: number
  roundTripMs: number
  /**
   * Whether a proxy with TLS and HTTP/2 is in front of the server, as in production: then the number of parallel
   * requests is not limited.
   */
  http2: boolean
}

/** Milliseconds from the return of the network until the server has acknowledged a queue that was typed offline. */
export async function flushQueue(
  environment: BenchEnvironment,
  { chats, each, roundTripMs, http2 }: Queue,
): Promise<number> {
  const ids: string[] = []
  for (let index = 0; index < chats; index++) ids.push(await environment.user.chat([`Question of chat ${index}`]))
  const front = http2 ? await startTlsProxy() : null
  if (front) front.target = environment.server.url
  const proxy = await startTcpProxy(front?.url ?? environment.server.url)
  const url = front ? proxy.url.replace('http:', 'https:') : proxy.url
  try {
    return await inBrowser({ viewport: { width: 1440, height: 900 } }, async (context) => {
      const page = await context.newPage()
      await signIn(page, url, environment.user)
      await page.goto(`${url}/chat/new`)
      await page.locator('textarea').waitFor()
      for (const [index, id] of ids.entries()) {
        await openChat(page, id)
        await page
          .getByRole('article')
          .filter({ hasText: `Question of chat ${index}` })
          .first()
          .waitFor()
      }
      await page.evaluate(() => navigator.serviceWorker.ready)
      await context.setOffline(true)
      proxy.closed = true
      proxy.cut()
      for (const id of ids) await typeInto(page, id, each)
      await page.goto(`${url}/settings`)
      await page.getByRole('main').waitFor()
      proxy.closed = false
      proxy.delayMs = roundTripMs / 2
      await context.setOffline(false)
      return await page.evaluate(untilFlushed)
    })
  } finally {
    await proxy.close()
    await front?.close()
  }
}

async function openChat(page: Page, chatId: string): Promise<void> {
  await page.locator(`a[href="/chat/${chatId}"]`).first().click()
  await page.waitForURL(`**/chat/${chatId}`)
}

async function typeInto(page: Page, chatId: string, count: number): Promise<void> {
  await openChat(page, chatId)
  const waiting = page.getByRole('main').getByText(/^Waiting/)
  for (let index = 1; index <= count; index++) {
    await page.locator('textarea').fill(`Number ${index}`)
    await page.keyboard.press('Enter')
    await waiting.nth(index - 1).waitFor()
  }
}

/** Runs in the page: from now until the outbox is empty. */
async function untilFlushed(): Promise<number> {
  const begun = performance.now()
  const opening = indexedDB.open('companion')
  const db = await new Promise<IDBDatabase>((resolve, reject) => {
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
  const count = () =>
    new Promise<number>((resolve, reject) => {
      const request = db.transaction('outbox').objectStore('outbox').count()
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  while ((await count()) > 0) await new Promise((resolve) => setTimeout(resolve, 20))
  db.close()
  return performance.now() - begun
}
