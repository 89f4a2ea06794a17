import { describe, expect, it } from 'vitest'
import { untilNext } from '#server/modules/chats/stream/until-next.ts'

describe('the moments at which those who wait for a key act', () => {
  it('are the same for all, whenever they began to wait', () => {
    const at = 12_345 + untilNext(5_000, 7, 12_345)
    for (const later of [1, 100, 800]) expect(12_345 + later + untilNext(5_000, 7, 12_345 + later)).toBeCloseTo(at)
  })

  it('come once an interval, also when a timer fires early', () => {
    const at = untilNext(5_000, 7, 0)
    for (const early of [0, 0.5, 2]) expect(at - early + untilNext(5_000, 7, at - early)).toBeCloseTo(at + 5_000)
  })

  it('differ between keys', () => {
    const moments = Array.from({ length: 100 }, (_, key) => Math.round(untilNext(5_000, key, 0)))
    expect(new Set(moments).size).toBe(100)
  })
})
