import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { retryImport } from '#lib/lazy/retry-import.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a part that comes at once is asked for once', async () => {
  const fetchChunk = vi.fn(async () => 'part')
  await expect(retryImport(fetchChunk)).resolves.toBe('part')
  expect(fetchChunk).toHaveBeenCalledTimes(1)
})

test('a part that comes at the third try is there, and nobody hears of the first two', async () => {
  const fetchChunk = vi.fn(async () => 'part').mockRejectedValueOnce(new TypeError('no network'))
  fetchChunk.mockRejectedValueOnce(new TypeError('no network'))
  const part = retryImport(fetchChunk)
  await vi.runAllTimersAsync()
  await expect(part).resolves.toBe('part')
  expect(fetchChunk).toHaveBeenCalledTimes(3)
})

test('a chunk that never loads is requested three times, and the last error is reported', async () => {
  let tries = 0
  const part = retryImport(async () => {
    throw new TypeError(`try ${++tries}`)
  })
  const told = expect(part).rejects.toThrow('try 3')
  await vi.runAllTimersAsync()
  await told
})

test('nothing is requested again without a network, so that the fallback is shown at once', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const fetchChunk = vi.fn(async () => Promise.reject(new TypeError('no network')))
  await expect(retryImport(fetchChunk)).rejects.toThrow('no network')
  expect(fetchChunk).toHaveBeenCalledTimes(1)
})
