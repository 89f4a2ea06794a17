import type { BrowserContext, Page } from '@playwright/test'
import { streamLong } from './measurements/stream-long.ts'
import { type BenchEnvironment, withEnvironment } from './support/bench-environment.ts'
import { inBrowser, signIn, slowDown } from './support/browser.ts'
import { seedChat } from './support/seed-chat.ts'
import { median, megabytes, ms, quantile, type Row } from './support/table.ts'

export const title = 'Long chats'

const LONG = 1_000
const LONGEST = 10_000

export function measure(): Promise<Row[]> {
  return withEnvironment((environment) =>
    inBrowser({ viewport: { width: 1440, height: 900 } }, async (context) => {
      const page = await context.newPage()
      await signIn(page, environment.server.url, environment.user)
      await page.goto(`${environment.server.url}/chat`)
      await page.locator('textarea').waitFor()
      const short = await environment.user.chat(['A short chat'])
      const long = await seedChat(environment, page, LONG)
      const longest = await seedChat(environment, page, LONGEST)
      return [
        await opening(page, environment, short, { chatId: long, count: LONG, aim: '150 ms' }),
        await opening(page, environment, short, { chatId: longest, count: LONGEST, aim: '170 ms' }),
        ...(await contents(page)),
        ...(await typing(page, 1)),
        ...(await typing(page, 4)),
        ...(await streaming(context, page, environment, 1)),
        ...(await streaming(context, page, environment, 4)),
      ]
    }),
  )
}

interface LongChat {
  chatId: string
  count: number
  aim: string
}

/** Opens the chat by a click in the list, from another chat, and waits until the last message is painted. */
async function opening(
  page: Page,
  { server }: BenchEnvironment,
  short: string,
  { chatId, count, aim }: LongChat,
): Promise<Row> {
  await page.goto(`${server.url}/chat/${chatId}`)
  const last = page.getByText(`Answer ${count}.`)
  await last.waitFor()
  const session = await slowDown(page, 4)
  const times: number[] = []
  for (let round = 0; round < 15; round++) {
    await page.locator(`a[href="/chat/${short}"]`).first().click()
    await last.waitFor({ state: 'detached' })
    await page.locator(`a[href="/chat/${chatId}"]`).first().waitFor()
    times.push(await page.evaluate(timeClick, { href: `/chat/${chatId}`, text: `Answer ${count}.` }))
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return [`open ${count.toLocaleString('en')} messages, 4× CPU`, ms(median(times)), aim]
}

async function contents(page: Page): Promise<Row[]> {
  const elements = await page.evaluate(() => document.querySelectorAll('*').length)
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const heap = await page.evaluate(() => Reflect.get(Reflect.get(performance, 'memory'), 'usedJSHeapSize') as number)
  return [
    ['elements', String(elements), '1500'],
    ['heap', megabytes(heap)],
  ]
}

/** Runs in the page: milliseconds from the click on a link until the text was painted. */
function timeClick({ href, text }: { href: string; text: string }): Promise<number> {
  const link = document.querySelector<HTMLAnchorElement>(`a[href="${href}"]`)
  if (!link) throw new Error(`no link to ${href}`)
  return new Promise((resolve) => {
    const begun = performance.now()
    const look = () => {
      if (!document.querySelector('main')?.textContent?.includes(text)) requestAnimationFrame(look)
      // In the next task after the frame: an ordinary task would wait behind unrelated ones.
      else void scheduler.postTask(() => resolve(performance.now() - begun), { priority: 'user-blocking' })
    }
    link.click()
    requestAnimationFrame(look)
  })
}

async function typing(page: Page, slow: number): Promise<Row[]> {
  const session = await slowDown(page, slow)
  const times = await keyTimes(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return [[`key to paint, 95th percentile, ${slow}× CPU`, ms(quantile(times, 0.95)), slow === 1 ? '16 ms' : '50 ms']]
}

/** Milliseconds from each of 60 key presses to the frame that shows it. */
async function keyTimes(page: Page): Promise<number[]> {
  await page.locator('textarea').fill('')
  const times = page.evaluate(
    () =>
      new Promise<number[]>((resolve) => {
        const taken: number[] = []
        const onKey = (event: KeyboardEvent) => {
          requestAnimationFrame(() => {
            // In the next task after the frame: an ordinary task would wait behind unrelated ones.
            const shown = () => {
              taken.push(performance.now() - event.timeStamp)
              if (taken.length < 60) return
              removeEventListener('keydown', onKey, true)
              resolve(taken)
            }
            void scheduler.postTask(shown, { priority: 'user-blocking' })
          })
        }
        addEventListener('keydown', onKey, true)
      }),
  )
  await page
    .locator('textarea')
    .pressSequentially('the quick brown fox jumps over it, and over it once again...', { delay: 35 })
  return times
}

async function streaming(
  context: BrowserContext,
  page: Page,
  environment: BenchEnvironment,
  slow: number,
): Promise<Row[]> {
  const session = await slowDown(page, slow)
  const result = await streamLong(page, environment.model, () => keyTimes(page))
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await context.clearPermissions()
  const aims = slow === 1 ? ['60', '0', undefined, '16 ms'] : [undefined, undefined, '200 ms', '50 ms']
  const rows: [string, string][] = [
    ['frames a second', result.framesPerSecond.toFixed(1)],
    ['long tasks', String(result.longTasks.length)],
    ['long tasks in all', ms(result.longTasks.reduce((sum, task) => sum + task, 0))],
    ['key to paint meanwhile, 95th percentile', ms(quantile(result.keys, 0.95))],
  ]
  return rows.map(([what, value], index): Row => {
    const aim = aims[index]
    const name = `streaming 2,000 tokens, ${slow}×: ${what}`
    return aim === undefined ? [name, value] : [name, value, aim]
  })
}
