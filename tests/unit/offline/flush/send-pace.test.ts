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

describe('the number of requests at once', () => {
  it('is twelve, halved by each failure, and never less than one', () => {
    const limits = [pace.limit()]
    for (let n = 0; n < 5; n += 1) {
      fail()
      limits.push(pace.limit())
    }
    expect(limits).toEqual([12, 6, 3, 1, 1, 1])
  })

  it('grows by one with each answer after a cut, to no more than twelve', () => {
    fail()
    answers(1)
    expect(pace.limit()).toBe(7)
    answers(100)
    expect(pace.limit()).toBe(12)
  })

  it('grows slowly after a timeout: four answers at the same number until there is one more', () => {
    fail({ timedOut: true })
    answers(1)
    expect(pace.limit()).toBe(6)
    answers(25)
    expect(pace.limit()).toBe(7)
    answers(10_000)
    expect(pace.limit()).toBe(12)
  })

  it('grows quickly again up to where the last timeout was', () => {
    fail({ timedOut: true })
    fail()
    expect(pace.limit()).toBe(3)
    answers(3)
    expect(pace.limit()).toBe(6)
    answers(1)
    expect(pace.limit()).toBe(6)
  })
})

describe('a pause', () => {
  it('begins with a failure and doubles with each that comes after it, up to the longest', () => {
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

  it('is not made longer by what was under way when it began', () => {
    fail()
    fail({ now: NOW + 500 })
    expect(pace.pause(NOW + 500)).toEqual({ since: NOW, until: NOW + 1_000 })
    fail({ now: NOW + 1_000 })
    expect(pace.pause(NOW + 1_000)).toEqual({ since: NOW + 1_000, until: NOW + 3_000 })
  })

  it('lasts as long as the server asks for, also when it asks later, and never shorter than before', () => {
    fail({ retryAfter: 30_000 })
    expect(pace.pause(NOW)?.until).toBe(NOW + 30_000)
    fail({ now: NOW + 1, retryAfter: 60_000 })
    expect(pace.pause(NOW)?.until).toBe(NOW + 60_001)
    fail({ now: NOW + 2, retryAfter: 1_000 })
    expect(pace.pause(NOW)?.until).toBe(NOW + 60_001)
  })

  it('ends with an answer, which says whether there was an outage', () => {
    expect(pace.answered()).toBe(false)
    fail()
    expect(pace.answered()).toBe(true)
    expect([pace.pause(NOW), pace.answered()]).toEqual([null, false])
    fail()
    expect(pace.pause(NOW)?.until).toBe(NOW + 1_000)
  })

  it('ends at once when there is reason to believe in the server, and the next one is longer all the same', () => {
    fail()
    pace.resume()
    expect(pace.pause(NOW)).toBeNull()
    fail()
    expect(pace.pause(NOW)?.until).toBe(NOW + 2_000)
  })
})
