import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { whenNetworkQuiet } from '#lib/timing/when-network-quiet.ts'

let endRequest = () => {}

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(callback: () => void) {
        endRequest = callback
      }
      observe() {}
      disconnect() {}
    },
  )
})
// The document of the tests loads too, and on a busy machine its own event would arrive within the first test.
beforeAll(() => vi.waitFor(() => expect(document.readyState).toBe('complete')))
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('waits until no request has ended for a while after the page is loaded', async () => {
  const quiet = vi.fn()
  vi.spyOn(document, 'readyState', 'get').mockReturnValueOnce('interactive')
  whenNetworkQuiet(500, 10_000).then(quiet)
  await vi.advanceTimersByTimeAsync(20_000)
  expect(quiet).not.toHaveBeenCalled()
  window.dispatchEvent(new Event('load'))
  await vi.advanceTimersByTimeAsync(400)
  endRequest()
  await vi.advanceTimersByTimeAsync(400)
  expect(quiet).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(100)
  expect(quiet).toHaveBeenCalled()
})

test('waits no longer than it may on a page that always has requests', async () => {
  const quiet = vi.fn()
  whenNetworkQuiet(500, 2_000).then(quiet)
  for (let step = 0; step < 20; step++) {
    await vi.advanceTimersByTimeAsync(100)
    endRequest()
  }
  await vi.advanceTimersByTimeAsync(0)
  expect(quiet).toHaveBeenCalled()
})
