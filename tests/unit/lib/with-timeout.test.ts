import { expect, onTestFinished, test, vi } from 'vitest'
import { withTimeout } from '#lib/timing/with-timeout.ts'

test('within() returns the result or the error of work that ends in time', async () => {
  expect(await withTimeout(1_000, Promise.resolve('read'))).toBe('read')
  await expect(withTimeout(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

test('within() stops waiting for work that takes longer, however that ends', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const work = Promise.withResolvers<string>()
  const waited = withTimeout(1_000, work.promise)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await waited).toBeUndefined()
  work.reject(new Error('late'))
})
