import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeWaitingWorker } from '#lib/take-waiting-worker.ts'

/** What the browser's container of workers does, with a newer one that waits. */
class Workers extends EventTarget {
  readonly told: unknown[] = []
  readonly controller = { postMessage: (message: unknown) => this.told.push(['old', message]) }
  waiting: { postMessage: (message: unknown) => void } | null = {
    postMessage: (message) => this.told.push(['new', message]),
  }
  getRegistration = async () => ({ waiting: this.waiting })
}

let workers: Workers

beforeEach(() => {
  vi.useFakeTimers()
  workers = new Workers()
  vi.stubGlobal('navigator', { serviceWorker: workers })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Whether it has resolved, without waiting for it. */
function follow(promise: Promise<void>): { done: boolean } {
  const state = { done: false }
  void promise.then(() => {
    state.done = true
  })
  return state
}

test('the old worker is told to finish and the new one to begin, and the page waits until it is in charge', async () => {
  const taking = follow(takeWaitingWorker())
  await vi.advanceTimersByTimeAsync(100)
  expect(workers.told).toEqual([
    ['old', { type: 'FINISH' }],
    ['new', { type: 'SKIP_WAITING' }],
  ])
  expect(taking.done).toBe(false)
  workers.dispatchEvent(new Event('controllerchange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(taking.done).toBe(true)
})

test('an old worker that never ends its work does not hold up what was asked for', async () => {
  const taking = follow(takeWaitingWorker())
  await vi.advanceTimersByTimeAsync(2_900)
  expect(taking.done).toBe(false)
  await vi.advanceTimersByTimeAsync(200)
  expect(taking.done).toBe(true)
})

test('with none that waits there is nothing to wait for', async () => {
  workers.waiting = null
  const taking = follow(takeWaitingWorker())
  await vi.advanceTimersByTimeAsync(0)
  expect(taking.done).toBe(true)
  expect(workers.told).toEqual([])
})
