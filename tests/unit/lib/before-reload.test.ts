import { expect, test, vi } from 'vitest'
import { onBeforeReload, saveAll } from '#lib/app-update/before-reload.ts'

test('saving before a reload waits for every registered save', async () => {
  let finish = () => {}
  let isSaved = false
  const stop = onBeforeReload(
    () =>
      new Promise<void>((resolve) => {
        finish = resolve
      }),
  )
  const saving = saveAll().then(() => {
    isSaved = true
  })
  await Promise.resolve()
  expect(isSaved).toBe(false)
  finish()
  await saving
  expect(isSaved).toBe(true)
  stop()
})

test('a save that fails is reported until it is unregistered', async () => {
  const stop = onBeforeReload(() => Promise.reject(new Error('the disk is full')))
  await expect(saveAll()).rejects.toThrow('the disk is full')
  stop()
  await expect(saveAll()).resolves.toBeUndefined()
})

test('saving before a reload has a timeout', async () => {
  vi.useFakeTimers()
  const stop = onBeforeReload(() => new Promise(() => {}))
  const saved = expect(saveAll()).rejects.toThrow('too long')
  await vi.advanceTimersByTimeAsync(5_000)
  await saved
  stop()
  vi.useRealTimers()
})
