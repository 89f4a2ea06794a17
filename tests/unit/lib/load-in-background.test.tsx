import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { loadInBackground } from '#lib/lazy/load-in-background.ts'

const missing = () => new TypeError('Failed to fetch dynamically imported module: https://example.org/assets/a.js')

describe('a chunk that is loaded in the background', () => {
  it('is requested again when the network is back, and nothing is reported until then', async () => {
    const load = vi.fn(async () => 'part')
    load.mockRejectedValueOnce(missing()).mockRejectedValueOnce(missing())
    const part = loadInBackground(load)
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(1))
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(load).toHaveBeenCalledTimes(2))
    document.dispatchEvent(new Event('visibilitychange'))
    await expect(part).resolves.toBe('part')
    window.dispatchEvent(new Event('online'))
    expect(load).toHaveBeenCalledTimes(3)
  })

  it('is requested again after 15 seconds on a page that stays open', async () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const load = vi.fn(async () => 'part')
    load.mockRejectedValueOnce(missing())
    const part = loadInBackground(load)
    await vi.advanceTimersByTimeAsync(14_900)
    expect(load).toHaveBeenCalledTimes(1)
    await vi.advanceTimersByTimeAsync(200)
    await expect(part).resolves.toBe('part')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is reported when it fails with another error', async () => {
    await expect(loadInBackground(() => Promise.reject(new TypeError('s.jsx is not a function')))).rejects.toThrow(
      's.jsx',
    )
  })
})
