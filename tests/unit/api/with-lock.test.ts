import { describe, expect, it } from 'vitest'
import { type Locks, withLock } from '#api/with-lock.ts'

/** Locks that are held for ever. */
const held: Locks = {
  request: (_name, { signal }) =>
    new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
}
const free: Locks = { request: (_name, _options, work) => work() }

describe('withLock', () => {
  it('tells the work whether it holds the lock', async () => {
    expect(await withLock(free, 'x', async (alone) => alone, 1_000)).toBe(true)
    expect(await withLock(undefined, 'x', async (alone) => alone, 1_000)).toBe(false)
  })

  it('continues without the lock when its holder never releases it', async () => {
    expect(await withLock(held, 'x', async (alone) => alone, 20)).toBe(false)
  })

  it('passes on an error of the work, and runs it once', async () => {
    let times = 0
    const work = async () => {
      times += 1
      throw new Error('broken')
    }
    await expect(withLock(free, 'x', work, 1_000)).rejects.toThrow('broken')
    expect(times).toBe(1)
  })

  it('passes on an error of work that lasts longer than the wait for the lock, and runs it once', async () => {
    let times = 0
    const locks: Locks = {
      request: async (_name, { signal }, work) => {
        await work()
        await new Promise((resolve) => signal?.addEventListener('abort', resolve))
        throw new Error('broken')
      },
    }
    const work = async () => {
      times += 1
    }
    await expect(withLock(locks, 'x', work, 10)).rejects.toThrow('broken')
    expect(times).toBe(1)
  })
})
