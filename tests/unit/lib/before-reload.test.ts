import { expect, test, vi } from 'vitest'
import { onBeforeReload, reloadSafely, saveAll } from '#lib/before-reload.ts'

const reload = vi.fn()
vi.stubGlobal('location', { reload })

test('the reload waits for everything that is to be saved', async () => {
  let finish = () => {}
  const stop = onBeforeReload(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  const reloading = reloadSafely()
  await vi.waitFor(() => expect(finish).not.toBe(undefined))
  expect(reload).not.toHaveBeenCalled()
  finish()
  await reloading
  expect(reload).toHaveBeenCalledOnce()
  stop()
})

test('what cannot be saved keeps the page', async () => {
  reload.mockClear()
  const stop = onBeforeReload(() => Promise.reject(new Error('the disk is full')))
  await expect(reloadSafely()).rejects.toThrow('the disk is full')
  expect(reload).not.toHaveBeenCalled()
  stop()
  await expect(saveAll()).resolves.toBeUndefined()
})

test('saving that never ends does not hang for ever', async () => {
  vi.useFakeTimers()
  const stop = onBeforeReload(() => new Promise(() => {}))
  const saved = expect(saveAll()).rejects.toThrow('too long')
  await vi.advanceTimersByTimeAsync(5_000)
  await saved
  stop()
  vi.useRealTimers()
})
