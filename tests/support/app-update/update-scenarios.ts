import { expect } from 'vitest'
import { type ExternalEvent, enumerateOrders } from './enumerate-orders.ts'
import { UpdateBrowser } from './update-browser.ts'
import type { UpdateTab } from './update-tab.ts'

export interface Waiting {
  browser: UpdateBrowser
  a: UpdateTab
  b: UpdateTab
}

/** Tabs of build 1, and a waiting worker of build 2 that is offered in all of them. */
function waitingUpdate(tabs: 1 | 2): Waiting {
  const browser = UpdateBrowser.withWorker(true)
  const a = browser.open('A')
  const b = tabs === 1 ? a : browser.open('B')
  drain(browser)
  browser.newest = 2
  browser.install(2)
  drain(browser)
  for (const { page } of browser.tabs) expect(page.state?.at).toBe('waiting')
  return { browser, a, b }
}

/** Runs all tasks of the browser in one order, for the steps before the enumerated part. */
export function drain(browser: UpdateBrowser): void {
  for (let [task] = browser.next(); task; [task] = browser.next()) browser.run(task)
}

export const pressIn = (tab: UpdateTab): ExternalEvent => ({
  name: `Update is pressed in ${tab.name}`,
  canHappen: () => tab.page.offer !== null,
  run: () => tab.page.press(),
})
export const typeIn = (tab: UpdateTab): ExternalEvent => ({
  name: `somebody types in ${tab.name}`,
  canHappen: () => !isLeaving(tab),
  run: () => tab.type(),
})
/** From here on the browser's own `pagehide` stores the typed text. */
const isLeaving = ({ page: { state } }: UpdateTab) => state?.at === 'reloading' && state.step !== 'probing'
export const loadChunkIn = (tab: UpdateTab): ExternalEvent => ({
  name: `${tab.name} loads a chunk`,
  canHappen: () => tab.page.state !== null,
  run: () => tab.page.loadChunk(),
})
export const stopWorkers = (browser: UpdateBrowser): ExternalEvent => ({
  name: 'the workers are stopped',
  run: () => browser.stopWorkers(),
})
export const stopServer = (browser: UpdateBrowser): ExternalEvent => ({
  name: 'the server goes',
  canHappen: () => browser.isServerUp,
  run: () => {
    browser.isServerUp = false
  },
})
export const startServer = (browser: UpdateBrowser): ExternalEvent => ({
  name: 'the server is back',
  canHappen: () => !browser.isServerUp,
  run: () => {
    browser.isServerUp = true
  },
})
export const dropOldBuilds = (browser: UpdateBrowser): ExternalEvent => ({
  name: 'the files of the old build go',
  run: () => {
    browser.keepsOldBuilds = false
  },
})
export const removeWorker = (browser: UpdateBrowser): ExternalEvent => ({
  name: 'the operator takes the worker out',
  canHappen: () => browser.isServerUp,
  run: () => browser.install(0),
})

/** The scenario in which an update waits in that many tabs and these events happen. */
export const scenarioOfWaitingUpdate = (
  tabs: 1 | 2,
  happen: (scene: Waiting) => ExternalEvent[],
  expectAtEnd: (scene: Waiting) => void,
): Promise<void> =>
  enumerateOrders(() => {
    const scene = waitingUpdate(tabs)
    return { browser: scene.browser, events: happen(scene), expectAtEnd: () => expectAtEnd(scene) }
  })
