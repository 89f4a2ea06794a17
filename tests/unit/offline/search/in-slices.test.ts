import { afterEach, expect, test, vi } from 'vitest'
import { inSlices, nextTask } from '#offline/search/in-slices.ts'

afterEach(() => void vi.restoreAllMocks())

/** Each item takes that many milliseconds of a clock that nothing else moves; returns the order of execution. */
async function work(each: number): Promise<(number | string)[]> {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const order: (number | string)[] = []
  // Another task, queued before the work begins.
  const other = nextTask().then(() => order.push('another'))
  await inSlices([1, 2, 3, 4, 5], (item) => {
    now += each
    order.push(item)
  })
  await other
  return order
}

test('long work yields to the event loop after a few milliseconds, and keeps its order', async () => {
  expect(await work(5)).toEqual([1, 2, 'another', 3, 4, 5])
})

test('short work runs without yielding', async () => {
  expect(await work(1)).toEqual([1, 2, 3, 4, 5, 'another'])
})
