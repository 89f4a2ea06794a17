import { inBrowser, signIn, slowDown } from './browser.ts'
import type { Stage } from './stage.ts'

const COUNT = 30

/** Milliseconds from each Enter to the frame that shows the message as waiting; no network, 4× slower. */
export function enqueueTimes(stage: Stage): Promise<number[]> {
  return inBrowser({ viewport: { width: 1440, height: 900 } }, async (context) => {
    const { url } = stage.server
    const chat = await stage.person.chat(['A first question'])
    const page = await context.newPage()
    await signIn(page, url, stage.person)
    await page.goto(`${url}/chat/${chat}`)
    await page.getByText('A first question').first().waitFor()
    await page.evaluate(() => navigator.serviceWorker.ready)
    await context.setOffline(true)
    await slowDown(page, 4)
    const times: number[] = []
    for (let index = 0; index < COUNT; index++) {
      await page.locator('textarea').fill(`Written offline, number ${index}.`)
      await page.evaluate(watchEnter, `number ${index}.`)
      await page.keyboard.press('Enter')
      times.push(await page.evaluate(() => Reflect.get(globalThis, 'waitingShown') as Promise<number>))
    }
    return times
  })
}

/** Runs in the page: `waitingShown` is the time from the next Enter until a question with this text says that it waits. */
function watchEnter(text: string): void {
  const waitingShown = new Promise<number>((resolve) => {
    const look = (since: number) => {
      const row = [...document.querySelectorAll('article')].findLast((each) => each.textContent?.includes(text))
      if (!row?.textContent?.includes('Waiting')) return void requestAnimationFrame(() => look(since))
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve(performance.now() - since)
      port2.postMessage(null)
    }
    const onKey = (event: KeyboardEvent) => requestAnimationFrame(() => look(event.timeStamp))
    addEventListener('keydown', onKey, { capture: true, once: true })
  })
  Object.assign(globalThis, { waitingShown })
}
