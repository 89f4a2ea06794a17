import { beforeEach, describe, expect, it } from 'vitest'
import { createSendPace, type SendPace, type Unavailable } from '#offline/flush/send-concurrency.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')

let pace: SendPace
const fail = (more: Partial<Unavailable> = {}) =>
  pace.unavailable({ timedOut: false, now: NOW, random: () => 1, longest: 8_000, retryAfter: undefined, ...more })
const answers = (count: number) => {
  for (let n = 0; n < count; n += 1) pace.answered()
}

beforeEach(() => {
  pace = createSendPace()
})

describe('the number of concurrent requests', () => {
  it('is twelve, halved by each failure, and at least one', () => {
    const limits = [pace.limit()]
    for (let n = 0; n < 5; n += 1) {
      fail()
      limits.push(pace.limit())
    }
    expect(limits).toEqual([12, 6, 3, 1, 1, 1])
  })

  it('grows by one with each response after a reduction, up to twelve', () => {
    fail()
    answers(1)
    expect(pace.limit()).toBe(7)
    answers(100)
    expect(pace.limit()).toBe(12)
  })

  it('grows slowly after a timeout: by one after four responses', () => {
    fail({ timedOut: true })
    answers(1)
    expect(pace.limit()).toBe(6)
    answers(25)
    expect(pace.limit()).toBe(7)
    answers(10_000)
    expect(pace.limit()).toBe(12)
  })

  it('grows quickly again up to the number of the last timeout', () => {
    fail({ timedOut: true })
    fail()
    expect(pace.limit()).toBe(3)
    answers(3)
    expect(pace.limit()).toBe(6)
    answers(1)
    expect(pace.limit()).toBe(6)
  })
})

describe('the pause of the flush', () => {
  it('begins with a failure and doubles with each further one, up to the maximum', () => {
    const waits = [0, 1, 2, 3, 4].map((n) => {
      const now = NOW + n * 60_000
      fail({ now })
      return (pace.pause(now)?.until ?? 0) - now
    })
    expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 8_000])
  })

  it('ends when its time is over', () => {
    fail()
    expect(pace.pause(NOW + 999)).toEqual({ since: NOW, until: NOW + 1_000 })
    expect(pace.pause(NOW + 1_000)).toBeNull()
  })

  it('is not extended by requests that were in progress when it began', () => {
    fail()
    fail({ now: NOW + 500 })
    expect(pace.pause(NOW + 500)).toEqual({ since: NOW, until: NOW + 1_000 })
    fail({ now: NOW + 1_000 })
    expect(pace.pause(NOW + 1_000)).toEqual({ since: NOW + 1_000, until: NOW + 3_000 })
  })

  it('lasts as long as the Retry-After, also of a later response, and is never shortened', () => {
    fail({ retryAfter: 30_000 })
    expect(pace.pause(NOW)?.until).toBe(NOW + 30_000)
    fail({ now: NOW + 1, retryAfter: 60_000 })
    expect(pace.pause(NOW)?.until).toBe(NOW + 60_001)
    fail({ now: NOW + 2, retryAfter: 1_000 })
    expect(pace.pause(NOW)?.until).toBe(NOW + 60_001)
  })

  it('ends with a response, which shows whether there was an outage', () => {
    expect(pace.answered()).toBe(false)
    fail()
    expect(pace.answered()).toBe(true)
    expect([pace.pause(NOW), pace.answered()]).toEqual([null, false])
    fail()
    expect(pace.pause(NOW)?.until).toBe(NOW + 1_000)
  })

  it('ends at once when there is a sign of recovery, and the next one is longer nevertheless', () => {
    fail()
    pace.resume()
    expect(pace.pause(NOW)).toBeNull()
    fail()
    expect(pace.pause(NOW)?.until).toBe(NOW + 2_000)
  })

  it('ends at once when the network has changed, the next one is short, and the outage still has to end', () => {
    for (const n of [0, 1, 2, 3]) fail({ now: NOW + n * 60_000 })
    pace.restart()
    expect(pace.pause(NOW)).toBeNull()
    fail()
    expect(pace.pause(NOW)?.until).toBe(NOW + 1_000)
    pace.restart()
    expect([pace.answered(), pace.answered()]).toEqual([true, false])
  })
})
