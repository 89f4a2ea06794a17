import type { BenchEnvironment } from '../support/bench-environment.ts'
import { inBrowser, showWhole, signIn, slowDown } from '../support/browser.ts'

/** Wraps to several lines in a phone's width. */
const TEXT =
  'The quick brown fox jumps over the lazy dog, and over it once again, until all of this has been written a second time.'

/** Milliseconds between two keys of somebody who types fast. */
const KEY_MS = 60

/** Event Timing reports no shorter duration. */
const SHORTEST_MS = 16

/**
 * The Event Timing durations of the key presses of a text, as INP counts them: milliseconds from each press to the next
 * frame on the screen, in steps of 8. A press that is not reported is shorter than `SHORTEST_MS` and counts as that.
 */
export function keyDurations(environment: BenchEnvironment): Promise<number[]> {
  const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 3 }
  return inBrowser(phone, async (context) => {
    const { url } = environment.server
    const chatId = await environment.user.chat(['A first question', 'A second question', 'A third question'])
    const page = await context.newPage()
    await showWhole(page)
    await signIn(page, url, environment.user)
    await page.goto(`${url}/chat/${chatId}`)
    await page.getByText('A third question').first().waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await slowDown(page, 4)
    await page.locator('textarea').tap()
    await page.evaluate(recordKeys, SHORTEST_MS)
    await page.locator('textarea').pressSequentially(TEXT, { delay: KEY_MS })
    const reported = await page.evaluate(reportKeys)
    return [...reported, ...Array.from({ length: TEXT.length - reported.length }, () => SHORTEST_MS)]
  })
}

/** Runs in the page: `keyTimes` has the longest duration of each key press by its interaction. */
function recordKeys(durationThreshold: number): void {
  const keyTimes = new Map<number, number>()
  const take = (list: PerformanceObserverEntryList) => {
    for (const entry of list.getEntries()) {
      if (!(entry instanceof PerformanceEventTiming) || !entry.name.startsWith('key')) continue
      const id = entry.interactionId
      if (id > 0) keyTimes.set(id, Math.max(entry.duration, keyTimes.get(id) ?? 0))
    }
  }
  // TypeScript's library lacks the threshold.
  const options: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold }
  new PerformanceObserver(take).observe(options)
  Object.assign(globalThis, { keyTimes })
}

/** Runs in the page: resolves with the durations when the browser is idle, which reports them after the last frame. */
function reportKeys(): Promise<number[]> {
  return new Promise((resolve) => {
    const keyTimes = Reflect.get(globalThis, 'keyTimes') as Map<number, number>
    requestAnimationFrame(() => requestIdleCallback(() => resolve([...keyTimes.values()])))
  })
}
