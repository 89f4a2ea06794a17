import { describe, expect, it } from 'vitest'
import { ApiError, NetworkError, SignedOutError, StreamSilentError, TimeoutError } from '#api/errors.ts'
import { backoff, isAnswered, isUnavailable, judge, retryAfter, waitsForServer } from '#offline/flush/retry-policy.ts'
import { messageEntry } from '#support/device/outbox-entry.ts'

const NOW = Date.parse('2026-11-22T10:00:00Z')
const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000]
const least = () => 0
const most = () => 1

const answer = (status: number, more: Partial<ConstructorParameters<typeof ApiError>[0]> = {}) =>
  new ApiError({ status, code: 'a_code', message: 'why', recognised: true, ...more })
const ofProxy = (status: number) => answer(status, { recognised: false, code: 'unknown' })
const entry = (attempts = 0) => messageEntry('a chat', { attempts })
const waitAfter = (error: unknown, attempts = 0, random = most) => {
  const verdict = judge(error, entry(attempts), NOW, random)
  return verdict.action === 'wait' ? verdict.nextAttemptAt - NOW : verdict.action
}

describe('an entry whose sending has failed', () => {
  it.each([400, 403, 404, 409, 413, 422])('is marked as failed when our server returns %i', (status) => {
    expect(judge(answer(status), entry(), NOW, most)).toEqual({
      action: 'fail',
      error: { code: 'a_code', status, message: 'why' },
    })
  })

  it.each([401, 408, 425, 429, 500, 503])('is retried when our server returns %i', (status) => {
    expect(judge(answer(status), entry(3), NOW, most)).toMatchObject({ action: 'wait', attempts: 4 })
  })

  it.each([400, 403, 404, 511])('is retried when a proxy returns %i', (status) => {
    expect(judge(ofProxy(status), entry(), NOW, most).action).toBe('wait')
  })

  it('is marked as failed when it is too large for a proxy', () => {
    expect(judge(ofProxy(413), entry(), NOW, most).action).toBe('fail')
  })

  it('is unchanged when the user has signed out', () => {
    expect(judge(new SignedOutError('gone'), entry(), NOW, most)).toEqual({ action: 'stop' })
  })

  it('states the reason: the field message, the server’s message, or that there was no network', () => {
    const reasonOf = (error: unknown) => {
      const verdict = judge(error, entry(), NOW, most)
      return verdict.action === 'stop' ? null : verdict.error
    }
    expect(reasonOf(answer(400, { fields: { title: ['Too long'] } }))).toMatchObject({ code: 'field', message: 'why' })
    expect(reasonOf(answer(400, { fields: {}, message: '' }))).toMatchObject({ code: 'a_code', message: '' })
    expect(reasonOf(answer(429, { resetsAt: '2026-12-01T00:00:00Z' }))).toEqual({
      code: 'a_code',
      status: 429,
      message: 'why',
      resets_at: '2026-12-01T00:00:00Z',
    })
    expect(reasonOf(new NetworkError('cut'))).toEqual({ code: 'network', status: 0, message: 'cut' })
    expect(reasonOf(new TimeoutError('late'))).toEqual({ code: 'network', status: 0, message: 'late' })
    expect(reasonOf(new TypeError('odd'))).toEqual({ code: 'unexpected', status: 0, message: 'odd' })
    expect(reasonOf('odd')).toEqual({ code: 'unexpected', status: 0, message: 'odd' })
  })
})

describe('the backoff of an entry', () => {
  it('doubles from a second with jitter in the upper half, up to eight seconds while the server is unreachable', () => {
    const waits = [0, 1, 2, 3, 4, 20].map((attempts) => waitAfter(new NetworkError('cut'), attempts))
    expect(waits).toEqual([1, 2, 4, 8, 8, 8].map((seconds) => seconds * SECOND))
    expect(waitAfter(new NetworkError('cut'), 2, least)).toBe(2 * SECOND)
  })

  it('grows to five minutes while the server is reachable and fails', () => {
    const waits = [0, 8, 9, 1_000].map((attempts) => waitAfter(answer(500), attempts))
    expect(waits).toEqual([SECOND, 256 * SECOND, 5 * MINUTE, 5 * MINUTE])
    expect(waitAfter(answer(503), 1_000)).toBe(8 * SECOND)
    expect(backoff(1_000, most)).toBe(5 * MINUTE)
  })

  it('is the Retry-After plus up to a tenth, at least a second and at most an hour', () => {
    expect(waitAfter(answer(429, { retryAfterMs: 90_000 }), 5, least)).toBe(90 * SECOND)
    expect(waitAfter(answer(429, { retryAfterMs: 90_000 }), 5, most)).toBe(99 * SECOND)
    expect(waitAfter(answer(429, { retryAfterMs: 0 }), 5, least)).toBe(SECOND)
    expect(waitAfter(answer(429, { retryAfterMs: 24 * HOUR }), 5, most)).toBe(HOUR)
    expect([retryAfter(answer(429), most), retryAfter(new NetworkError('cut'), most)]).toEqual([undefined, undefined])
    expect(retryAfter(answer(503, { retryAfterMs: 24 * HOUR }), least)).toBe(HOUR)
  })

  it('is fifteen minutes without a subscription, and while the account is suspended', () => {
    expect(waitAfter(answer(403, { code: 'suspended' }))).toBe(15 * MINUTE)
    expect(waitAfter(answer(403, { code: 'subscription_required' }))).toBe(15 * MINUTE)
  })

  it('lasts until the limit of the plan resets, at least a second and at most fifteen minutes', () => {
    const limit = (more: object) => waitAfter(answer(429, { code: 'limit_reached', ...more }))
    const inMs = (ms: number) => ({ resetsAt: new Date(NOW + ms).toISOString() })
    expect([limit(inMs(5 * MINUTE)), limit(inMs(HOUR)), limit(inMs(-HOUR))]).toEqual([5 * MINUTE, 15 * MINUTE, SECOND])
    expect(limit({ resetsAt: 'soon', retryAfterMs: 7_000 })).toBe(7 * SECOND)
    expect(limit({ retryAfterMs: 7_000 })).toBe(7 * SECOND)
    expect(limit({})).toBe(15 * MINUTE)
  })
})

describe('an error while sending', () => {
  it.each<[string, unknown, boolean, boolean]>([
    ['no network', new NetworkError('cut'), true, false],
    ['no answer in time', new TimeoutError('late'), true, false],
    ['a silent stream', new StreamSilentError('silent'), false, false],
    ['a refusal', answer(403), false, true],
    ['a refusal on the way', ofProxy(403), false, false],
    ['an error of our server', answer(500), false, false],
    ['an error on the way', ofProxy(500), true, false],
    ['a server that rests', answer(502), true, false],
    ['an overloaded server', answer(503), true, false],
    ['a gateway without a server', answer(504), true, false],
    ['a highest refusal', answer(499), false, true],
  ])('such as %s shows whether the server is reachable and healthy', (_, error, unavailable, answered) => {
    expect([isUnavailable(error), isAnswered(error)]).toEqual([unavailable, answered])
  })
})

describe('an entry that waits only for the server', () => {
  const waiting = (code: string, status: number, more = {}) =>
    waitsForServer(messageEntry('a chat', { nextAttemptAt: NOW, error: { code, status, message: '' }, ...more }))

  it('had a network error, an unexpected response or a server error', () => {
    expect(['network', 'unexpected', 'unknown'].map((code) => waiting(code, 0))).toEqual([true, true, true])
    expect([waiting('internal_error', 500), waiting('internal_error', 499)]).toEqual([true, false])
  })

  it('is not held, rejected, delayed by Retry-After, in progress or due', () => {
    expect(waiting('subscription_required', 403)).toBe(false)
    expect(waiting('unknown', 429)).toBe(false)
    expect(waiting('network', 0, { state: 'failed' })).toBe(false)
    expect(waiting('network', 0, { state: 'sending' })).toBe(false)
    expect(waiting('network', 0, { nextAttemptAt: 0 })).toBe(false)
    expect(waitsForServer(messageEntry('a chat', { nextAttemptAt: NOW }))).toBe(false)
  })
})
