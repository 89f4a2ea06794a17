import type { Page } from '@playwright/test'
import { expect } from '../fixtures.ts'

const LIMIT = 0.02

/** Records the layout shifts of each page that is loaded from now on. */
export async function recordLayoutShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: string[] = []
    Object.assign(window, { layoutShift: 0, layoutShifts: shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (entry.hadRecentInput) continue
        Object.assign(window, { layoutShift: (window as unknown as { layoutShift: number }).layoutShift + entry.value })
        shifts.push(`${Math.round(entry.startTime)} ms: ${entry.value}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Checks that what has been loaded so far moved next to nothing. */
export async function expectNoLayoutShift(page: Page): Promise<void> {
  const { sum, shifts } = await page.evaluate(() => {
    const { layoutShift: sum, layoutShifts: shifts } = window as unknown as {
      layoutShift: number
      layoutShifts: string[]
    }
    return { sum, shifts }
  })
  expect(sum, `${page.url()} shifts: ${shifts.join(', ')}`).toBeLessThanOrEqual(LIMIT)
}
