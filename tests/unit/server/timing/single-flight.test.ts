import { describe, expect, it, vi } from 'vitest'
import { createSingleFlight } from '#server/lib/timing/single-flight.ts'

function prepare() {
  const runs: PromiseWithResolvers<void>[] = []
  const work = vi.fn(() => {
    const run = Promise.withResolvers<void>()
    runs.push(run)
    return run.promise
  })
  return { flight: createSingleFlight(work), work, runs }
}

describe('a single flight', () => {
  it('starts at the first request, and once more for all requests during a run', async () => {
    const { flight, work, runs } = prepare()
    flight.request()
    flight.request()
    flight.request()
    expect(work).toHaveBeenCalledTimes(1)
    runs[0]?.resolve()
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2))
    runs[1]?.resolve()
    await flight.stop()
    expect(work).toHaveBeenCalledTimes(2)
  })

  it('starts again at a request after its end', async () => {
    const work = vi.fn(() => Promise.resolve())
    const flight = createSingleFlight(work)
    flight.request()
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(1))
    flight.request()
    await vi.waitFor(() => expect(work).toHaveBeenCalledTimes(2))
  })

  it('loses no request that work itself makes as its last step', async () => {
    let runs = 0
    const flight = createSingleFlight(async () => {
      runs += 1
      if (runs < 3) flight.request()
    })
    flight.request()
    await vi.waitFor(() => expect(runs).toBe(3))
  })

  it('waits for its run when it is stopped, and starts no other', async () => {
    const { flight, work, runs } = prepare()
    flight.request()
    flight.request()
    const ended = vi.fn()
    const stopped = flight.stop().then(ended)
    await Promise.resolve()
    expect(ended).not.toHaveBeenCalled()
    runs[0]?.resolve()
    await stopped
    flight.request()
    expect(work).toHaveBeenCalledTimes(1)
  })
})
