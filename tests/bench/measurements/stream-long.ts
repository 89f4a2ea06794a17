import type { Page } from '@playwright/test'
import type { ModelServer } from '#support/fakes/model-server.ts'

interface Streamed {
  framesPerSecond: number
  /** Milliseconds of each task over 50 ms. */
  longTasks: number[]
  keys: number[]
}

const sentence = ['Then', ' one', ' more', ' **plain**', ' thought', ',', ' with', ' `code`', ' in', ' it', '.', ' ']

/** 2,000 tokens of ordinary Markdown: paragraphs, lists, a heading and a block of code now and then. */
function tokens(): string[] {
  const all: string[] = []
  for (let block = 0; all.length < 2_000; block++) {
    const start = ['', '- ', '## ', '1. '][block % 4] ?? ''
    all.push(start, ...sentence, ...sentence, `number ${block}`, '\n\n')
    if (block % 9 === 8) all.push('```js\n', 'const', ' answer', ' = ', '42', '\n```', '\n\n')
  }
  return all.slice(0, 2_000).concat('\n\nThe very end.')
}

/** Asks in the open chat and watches the page until the answer is complete; `meanwhile` types during it. */
export async function streamLong(
  page: Page,
  model: ModelServer,
  meanwhile: () => Promise<number[]>,
): Promise<Streamed> {
  model.next({ tokens: tokens(), paceMs: 4 })
  await page.locator('textarea').fill('Tell me at length.')
  await page.evaluate(() => {
    const seen = { frames: 0, longTasks: [] as number[], begun: performance.now(), stopped: false }
    Object.assign(globalThis, { seen })
    const frame = () => {
      seen.frames += 1
      if (!seen.stopped) requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.longTasks.push(entry.duration)
    }).observe({ type: 'longtask' })
  })
  await page.keyboard.press('Enter')
  await page.getByText('number 2', { exact: false }).last().waitFor()
  const keys = await meanwhile()
  await page.getByText('The very end.').last().waitFor({ timeout: 120_000 })
  const { frames, longTasks, ended, begun } = await page.evaluate(() => {
    const seen = Reflect.get(globalThis, 'seen')
    seen.stopped = true
    return { ...seen, ended: performance.now() }
  })
  return { framesPerSecond: (frames * 1000) / (ended - begun), longTasks, keys }
}
