import { describe, expect, it } from 'vitest'
import { displayError } from '#api/display-error.ts'
import { ApiError, NetworkError } from '#api/errors.ts'

const withBody = (body: unknown) =>
  new ApiError({ status: 400, code: 'unknown', message: 'Network words', body, recognised: true })

describe('the error display helper, in the order of the specification', () => {
  it.each([
    ['the message of the response if it is text', { message: 'Said', email: ['x'] }, 'Said'],
    ['the first field, when the message is no text', { message: 5, email: ['x'] }, '{"message":5,"email":["x"]}'],
    [
      "the first field's first message",
      { email: ['Invalid email', 'Too long'], name: ['x'] },
      '[email]: Invalid email',
    ],
    ["the field's string", { detail: 'Gone' }, 'Gone'],
    ['the raw response as text', 'Bad Gateway', 'Bad Gateway'],
    ['the raw response as text, of other shapes', [1, 2], '[1,2]'],
    ['the network error message without a body', undefined, 'Network words'],
    ['the network error message with an empty body', '', 'Network words'],
  ])('shows %s', (_, body, shown) => {
    expect(displayError(withBody(body))).toBe(shown)
  })

  it('shows what a network error says, and else that it was unexpected', () => {
    expect(displayError(new NetworkError('No connection'))).toBe('No connection')
    expect(displayError(new Error(''))).toBe('Unexpected error')
    expect(displayError('thrown text', 'es')).toBe('Error inesperado')
    expect(displayError(undefined)).toBe('Unexpected error')
  })
})
