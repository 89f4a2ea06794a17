import { expect, type Page } from '@playwright/test'
import { v7 as uuid } from 'uuid'
import { withEnvironment } from '../support/bench-environment.ts'
import { inBrowser, signIn, slowDown } from '../support/browser.ts'
import { makeQueries } from '../support/search-texts.ts'
import { median, ms, quantile, type Row } from '../support/table.ts'

const CHATS = 100

/** In the app, without a network: the time from a query in the search field until its results are painted. */
export function searchOffline(texts: readonly string[]): Promise<Row[]> {
  return withEnvironment((environment) =>
    inBrowser({ viewport: { width: 1440, height: 900 } }, async (context) => {
      const page = await context.newPage()
      await signIn(page, environment.server.url, environment.user)
      await page.goto(`${environment.server.url}/chat/new`)
      await page.locator('textarea').waitFor()
      await seed(page, environment.user.authenticated.user.id, texts)
      const queries = makeQueries(texts, 60)
      const rows: Row[] = []
      for (const times of [1, 4]) {
        await page.goto(`${environment.server.url}/chat/new`)
        await page.locator('textarea').waitFor()
        await page.waitForLoadState('networkidle')
        const session = await slowDown(page, times)
        rows.push(...(await typeQueries(page, queries, times)))
        await context.setOffline(false)
        await session.detach()
      }
      return rows
    }),
  )
}

async function typeQueries(page: Page, queries: readonly string[], times: number): Promise<Row[]> {
  await page.evaluate(() => {
    const tasks: number[] = []
    Reflect.set(window, 'tasks', tasks)
    new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration))).observe({
      type: 'longtask',
    })
  })
  const longest = () =>
    page.evaluate(() => {
      const tasks: number[] = Reflect.get(window, 'tasks')
      return Math.max(0, ...tasks.splice(0))
    })
  const begun = performance.now()
  // The code of the search is loaded a moment after the first paint.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor({ timeout: 2000 })
  }).toPass({ timeout: 20_000 })
  await page.context().setOffline(true)
  // A query that only the oldest text matches, so that it is found once all is read.
  await page.evaluate(timeQuery, 'oldestofall')
  await page.getByRole('option', { name: /oldestofall/ }).waitFor()
  const reading = performance.now() - begun
  const whileReading = await longest()
  const measured: number[] = []
  for (const query of queries) measured.push(await page.evaluate(timeQuery, query))
  const whileTyping = await longest()
  await page.keyboard.press('Escape')
  return [
    [`offline, ${times}× CPU: letter to results painted, median`, ms(median(measured))],
    ['  95th percentile', ms(quantile(measured, 0.95)), times === 1 ? '100 ms' : undefined],
    ['  longest task', ms(whileTyping), '50 ms'],
    ['  first opening until all is read', ms(reading)],
    ['  longest task meanwhile', ms(whileReading), '50 ms'],
  ].map(([what = '', value = '', aim]): Row => (aim === undefined ? [what, value] : [what, value, aim]))
}

/** Runs in the page: puts a query into the field; milliseconds until the list that belongs to it was painted. */
function timeQuery(query: string): Promise<number> {
  const field = document.querySelector<HTMLInputElement>('[role="combobox"]')
  if (!field) throw new Error('the search is not open')
  return new Promise((resolve) => {
    const begun = performance.now()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, query)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    const look = () => {
      const list = document.querySelector<HTMLElement>('[role="listbox"]')
      if (list?.dataset.query !== query.trim()) return requestAnimationFrame(look)
      // After the frame in which the result is shown.
      return requestAnimationFrame(() => resolve(performance.now() - begun))
    }
    requestAnimationFrame(look)
  })
}

/** Stores the texts in the browser's local copy, as a sync would. */
async function seed(page: Page, userId: number, texts: readonly string[]): Promise<void> {
  const chats = Array.from({ length: CHATS }, (_, n) => ({ id: uuid(), title: texts[n]?.slice(0, 60) ?? '' }))
  const ids = texts.map(() => uuid())
  await page.evaluate(
    async ({ account: userId, chats, ids, texts }) => {
      const done = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result)
          request.onerror = () => reject(request.error)
        })
      const db = await done(indexedDB.open('companion'))
      const transaction = db.transaction(['chats', 'messages', 'device'], 'readwrite')
      // Otherwise the next sync keeps the newest twenty chats only.
      transaction.objectStore('device').put({ key: 'offline_chats', value: 'all' })
      const time = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 1000).toISOString()
      for (const [n, { id, title }] of chats.entries()) {
        const times = { created_at: time(n), updated_at: time(n), last_message_at: time(n) }
        const state = { folder: null, tags: [], is_saved: true, expires_at: null, preview: '' }
        transaction.objectStore('chats').put({ account: userId, id, title, ...times, ...state })
      }
      for (const [n, content] of texts.entries()) {
        const chatId = chats[n % chats.length]?.id
        const place = {
          account: userId,
          id: ids[n],
          chat: chatId,
          seq: Math.floor(n / chats.length) + 1,
          role: 'user',
          reply_to: null,
        }
        const state = {
          status: 'complete',
          failure: null,
          version: 1,
          replaces: null,
          superseded_by: null,
          scores: null,
        }
        const text = n === 0 ? `oldestofall ${content}` : content
        const times = { created_at: time(n), updated_at: time(n), has_reasoning: false }
        transaction.objectStore('messages').put({ ...place, ...state, ...times, content: text })
      }
      await new Promise((resolve) => transaction.addEventListener('complete', resolve))
      db.close()
    },
    { account: userId, chats, ids, texts: [...texts] },
  )
}
