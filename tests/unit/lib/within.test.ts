import { expect, it, onTestFinished, vi } from 'vitest'
import { within } from '#lib/timing/with-timeout.ts'

it('waits for what is done in time, as it ends', async () => {
  expect(await within(1_000, Promise.resolve('read'))).toBe('read')
  await expect(within(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
})

it('goes on without what takes longer, however that ends', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const work = Promise.withResolvers<string>()
  const waited = within(1_000, work.promise)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await waited).toBeUndefined()
  work.reject(new Error('late'))
})
