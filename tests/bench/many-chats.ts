import type { CDPSession, Page } from '@playwright/test'
import { v7 as uuid } from 'uuid'
import { longestFrame } from './measurements/longest-frame.ts'
import { type BenchEnvironment, withEnvironment } from './support/bench-environment.ts'
import { inBrowser, signIn, slowDown } from './support/browser.ts'
import { median, megabytes, ms, type Row, ratio } from './support/table.ts'

export const title = '10,000 chats in the list, pinned and archived ones among them'

const COUNT = 10_000
const VISITS = 50
/** A mid-range phone. */
const SLOWER = 4
/** How often the list is scrolled, each time on a freshly loaded page; the median of the longest frames counts. */
const ROUNDS = 5
/**
 * The number of chats that are opened slowly. The heap is measured first after them, so that caches and lazily loaded
 * code are in it already.
 */
const BEFORE = 10

export function measure(): Promise<Row[]> {
  return withEnvironment((environment) =>
    inBrowser({ viewport: { width: 1440, height: 900 } }, async (context) => {
      const page = await context.newPage()
      await signIn(page, environment.server.url, environment.user)
      const ids = await fill(environment, page)
      await context.setOffline(true)
      await page.goto(`${environment.server.url}/chat/${ids[0]}`)
      await page.locator('textarea').waitFor()
      const plain = await frames(page)
      await page.evaluate(pinAndArchive)
      const mixed = await frames(page)
      const session = await slowDown(page, SLOWER)
      const opened = await longTasks(page, () => visit(page, ids.slice(0, BEFORE)))
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      const heaps = await heapOverVisits(page, session, ids)
      return [
        ['scrolling through the list, 4×: longest frame, processor time, median', ms(median(mixed) * SLOWER), '50 ms'],
        ['  ratio to a list with none pinned or archived', ratio(median(mixed), median(plain)), '1.25×'],
        [`opening ${BEFORE} chats from it, 4×: longest task`, ms(Math.max(0, ...opened)), '50 ms'],
        ['  long tasks in the middle', ms(opened.length === 0 ? 0 : median(opened))],
        [`heap after ${BEFORE} visits`, megabytes(heaps.before)],
        [`heap after ${BEFORE + VISITS} visits`, megabytes(heaps.after), megabytes(heaps.before * 1.1)],
      ]
    }),
  )
}

/**
 * Stores 10,000 copies of one of the server's chats in this browser's local database, newest first. Only the newest 100
 * get its two messages.
 */
async function fill({ server, user }: BenchEnvironment, page: Page): Promise<string[]> {
  const model = await user.chat(['The first question of a chat of many'])
  await page.goto(`${server.url}/chat/${model}`)
  await page.getByText('The first question of a chat of many').last().waitFor()
  await page.evaluate(() => navigator.serviceWorker.ready)
  const ids = Array.from({ length: COUNT }, () => uuid())
  await page.evaluate(copyChat, { ids, model })
  return ids
}

/** Runs in the page: copies the chat under each of the ids, an hour apart. */
async function copyChat({ ids, model }: { ids: string[]; model: string }): Promise<void> {
  type Stored = Record<string, unknown>
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const db = await done(indexedDB.open('companion'))
  const transaction = db.transaction(['chats', 'messages'], 'readwrite')
  const chats = transaction.objectStore('chats')
  const messages = transaction.objectStore('messages')
  const chat = ((await done(chats.getAll())) as Stored[]).find(({ id }) => id === model)
  const said = ((await done(messages.getAll())) as Stored[]).filter(({ chat }) => chat === model)
  for (const [index, id] of ids.entries()) {
    const last_message_at = new Date(Date.now() - index * 3_600_000).toISOString()
    chats.put({ ...chat, id, title: `Chat ${index} of many`, last_message_at })
    // The older ones are not opened.
    if (index >= 100) continue
    for (const message of said) messages.put({ ...message, id: crypto.randomUUID(), chat: id })
  }
  await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  db.close()
}

/** Runs in the page: of the chats that are not opened, every tenth is archived and every 500th is pinned. */
async function pinAndArchive(): Promise<void> {
  const request = indexedDB.open('companion')
  await new Promise((resolve) => request.addEventListener('success', resolve))
  const transaction = request.result.transaction('chats', 'readwrite')
  const cursor = transaction.objectStore('chats').openCursor()
  cursor.onsuccess = () => {
    const at = cursor.result
    if (at === null) return
    const index = Number(/^Chat (\d+) of many$/.exec(at.value.title)?.[1] ?? 0)
    // `pinned` is what the database of the app adds for its index.
    const pin = index % 500 === 1 ? { is_pinned: true, pinned: 1 } : {}
    if (index >= 100) at.update({ ...at.value, ...pin, is_archived: index % 10 === 0 })
    at.continue()
  }
  await new Promise((resolve) => transaction.addEventListener('complete', resolve))
  request.result.close()
}

/** The longest frame of scrolling through the list, on a freshly loaded page each time. */
async function frames(page: Page): Promise<number[]> {
  const longest: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    await page.reload()
    await page.locator('nav[data-chats] a').first().waitFor()
    longest.push(await longestFrame(page, scrollList))
  }
  return longest
}

/** The tasks over 50 ms during `work`, in milliseconds. */
async function longTasks(page: Page, work: (page: Page) => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const tasks: number[] = []
    const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)))
    observer.observe({ entryTypes: ['longtask'] })
    Object.assign(globalThis, { tasks, observer })
  })
  await work(page)
  return page.evaluate(() => {
    const observer = Reflect.get(globalThis, 'observer') as PerformanceObserver
    const tasks = Reflect.get(globalThis, 'tasks') as number[]
    tasks.push(...observer.takeRecords().map(({ duration }) => duration))
    observer.disconnect()
    return tasks
  })
}

/** Scrolls from the top to the end of the list in 120 equal steps of two frames each, and back to the top. */
async function scrollList(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const list = document.querySelector('nav[data-chats]')
    if (!list) throw new Error('no list of chats')
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const steps = 120
    for (let step = 0; step <= steps; step++) {
      list.scrollTop = (list.scrollHeight * step) / steps
      await frame()
      await frame()
    }
    list.scrollTop = 0
    await frame()
  })
}

async function visit(page: Page, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    await page.evaluate(reveal, `a[href="/chat/${id}"]`)
    await page.locator(`a[href="/chat/${id}"]`).first().click()
    await page.waitForURL(`**/chat/${id}`)
    await page.locator('article').last().waitFor()
  }
}

/** Runs in the page: scrolls down the list until the link is in it. */
async function reveal(link: string): Promise<void> {
  const list = document.querySelector('nav[data-chats]')
  while (!document.querySelector(link)) {
    const before = list?.scrollTop
    list?.scrollBy(0, 200)
    await new Promise((resolve) => requestAnimationFrame(resolve))
    if (list?.scrollTop === before) throw new Error(`${link} is not in the list`)
  }
}

async function heapOverVisits(page: Page, session: CDPSession, ids: readonly string[]) {
  const heap = async () => {
    await session.send('HeapProfiler.collectGarbage')
    return page.evaluate(() => Reflect.get(Reflect.get(performance, 'memory'), 'usedJSHeapSize') as number)
  }
  const before = await heap()
  await visit(page, ids.slice(BEFORE, BEFORE + VISITS))
  return { before, after: await heap() }
}
