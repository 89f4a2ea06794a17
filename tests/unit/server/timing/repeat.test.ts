import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { repeat } from '#server/lib/timing/repeat.ts'

describe('repeated work', () => {
  it('begins after a pause, and again only after a run has ended and another pause has passed', async () => {
    const controller = new AbortController()
    const runs: PromiseWithResolvers<void>[] = []
    const pauseMs = vi.fn((_runs: number) => 1)
    const work = () => {
      const run = Promise.withResolvers<void>()
      runs.push(run)
      return run.promise
    }
    const ended = repeat(work, pauseMs, controller.signal)
    expect(runs).toHaveLength(0)
    await vi.waitFor(() => expect(runs).toHaveLength(1))
    await nextTurn()
    expect(pauseMs).toHaveBeenCalledTimes(1)
    runs[0]?.resolve()
    await vi.waitFor(() => expect(runs).toHaveLength(2))
    expect(pauseMs.mock.calls).toEqual([[0], [1]])
    controller.abort()
    runs[1]?.resolve()
    await ended
    expect(runs).toHaveLength(2)
  })

  it('ends during a pause without another run, and during a run after that run', async () => {
    const controller = new AbortController()
    const work = vi.fn(async () => controller.abort())
    await repeat(work, () => 1, controller.signal)
    expect(work).toHaveBeenCalledTimes(1)
    const stopped = new AbortController()
    const ended = repeat(work, () => 3_600_000, stopped.signal)
    stopped.abort()
    await ended
    expect(work).toHaveBeenCalledTimes(1)
  })
})
