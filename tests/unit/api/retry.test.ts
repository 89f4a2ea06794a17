import { describe, expect, it } from 'vitest'
import {
  ApiError,
  NetworkError,
  SignedOutError,
  StreamSilentError,
  TimeoutError,
  UnexpectedResponseError,
} from '#api/errors.ts'
import { isExpectedError } from '#api/expected-error.ts'
import { isRetryable } from '#api/retry.ts'

const answer = (status: number, recognised: boolean) =>
  new ApiError({ status, code: 'a_code', message: '', recognised })

/** For the queue, which retries our own 401; for a stream, which does not; and whether it goes unreported. */
const places = (error: unknown) => [
  isRetryable(error, { retriesOwn401: true }),
  isRetryable(error, { retriesOwn401: false }),
  isExpectedError(error),
]

describe('the retry rule', () => {
  it.each([
    //    our server's: queue, stream; a proxy's: queue, stream
    [400, [false, false], [true, true]],
    [401, [true, false], [true, true]],
    [403, [false, false], [true, true]],
    [404, [false, false], [true, true]],
    [408, [true, true], [true, true]],
    [409, [false, false], [true, true]],
    [413, [false, false], [false, false]],
    [422, [false, false], [true, true]],
    [425, [true, true], [true, true]],
    [429, [true, true], [true, true]],
    [500, [true, true], [true, true]],
    [502, [true, true], [true, true]],
    [503, [true, true], [true, true]],
    [511, [true, true], [true, true]],
  ])('decides on %i for queue and stream, by our server and by a proxy', (status, ours, proxys) => {
    expect(places(answer(status, true))).toEqual([...ours, true])
    expect(places(answer(status, false))).toEqual([...proxys, true])
  })

  it.each([
    ['no answer', new NetworkError(''), [true, true, true]],
    ['a timeout', new TimeoutError(''), [true, true, true]],
    ['a silent stream', new StreamSilentError(''), [true, true, false]],
    ['a body that is not what the contract promises', new UnexpectedResponseError(200, ''), [true, true, false]],
    ['a call for a user who is not signed in', new SignedOutError(''), [false, false, true]],
    ['an error of our own code', new TypeError(''), [false, false, false]],
  ])('decides on %s alike for queue and stream', (_, error, expected) => {
    expect(places(error)).toEqual(expected)
  })
})
