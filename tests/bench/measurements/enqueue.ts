import type { BenchEnvironment } from '../support/bench-environment.ts'
import { inBrowser, signIn, slowDown } from '../support/browser.ts'

const COUNT = 30

/** Milliseconds between two keys of somebody who types fast. */
const KEY_MS = 50

/**
 * Milliseconds from each Enter, typed as the last of many keys, to the frame that shows the message as waiting; no
 * network, 4× slower.
 */
export function enqueueTimes(environment: BenchEnvironment): Promise<number[]> {
  return inBrowser({ viewport: { width: 1440, height: 900 } }, async (context) => {
    const { url } = environment.server
    const chatId = await environment.user.chat(['A first question'])
    const page = await context.newPage()
    await signIn(page, url, environment.user)
    await page.goto(`${url}/chat/${chatId}`)
    await page.getByText('A first question').first().waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    await slowDown(page, 4)
    const times: number[] = []
    for (let index = 0; index < COUNT; index++) {
      await page.evaluate(watchEnter, `number ${index}.`)
      await page.locator('textarea').pressSequentially(`Offline, number ${index}.`, { delay: KEY_MS })
      await page.keyboard.press('Enter')
      times.push(await page.evaluate(() => Reflect.get(globalThis, 'waitingShown') as Promise<number>))
    }
    return times
  })
}

/**
 * Runs in the page: `waitingShown` is the time from the next Enter until a question with this text says that it waits.
 */
function watchEnter(text: string): void {
  const waitingShown = new Promise<number>((resolve) => {
    const onKey = ({ key, timeStamp }: KeyboardEvent) => {
      if (key !== 'Enter') return
      removeEventListener('keydown', onKey, true)
      // Checking in each frame would itself delay frames.
      const changes = new MutationObserver(() => {
        const row = [...document.querySelectorAll('article')].findLast((each) => each.textContent?.includes(text))
        if (!row?.textContent?.includes('Waiting')) return
        changes.disconnect()
        // Runs after the frame, before other tasks that wait for its end.
        requestAnimationFrame(() => {
          void scheduler.postTask(() => resolve(performance.now() - timeStamp), { priority: 'user-blocking' })
        })
      })
      changes.observe(document.body, { childList: true, characterData: true, subtree: true })
    }
    addEventListener('keydown', onKey, true)
  })
  Object.assign(globalThis, { waitingShown })
}
