import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, test } from 'vitest'
import { ApiError, NetworkError, TimeoutError } from '#api/errors.ts'
import { describeFailure } from '#i18n/describe-error.ts'
import { activateLanguage } from '#i18n/i18n.ts'

beforeEach(() => activateLanguage('en'))

const answer = (body: unknown) =>
  new ApiError({ status: 400, code: 'unknown', message: '400 Bad Request', body, recognised: true })

describe('describeFailure', () => {
  it.each([
    ['the message of the response if it is text', { message: 'Said', email: ['x'] }, 'Said'],
    ['nothing of a message that is no text', { message: 5, email: ['x'] }, '{"message":5,"email":["x"]}'],
    ["the first field's first message", { email: ['Too short', 'Odd'], name: ['x'] }, '[email]: Too short'],
    ["the first field's first message, by its key", { email: ['email_invalid'] }, '[email]: Invalid email'],
    ["the field's string", { detail: 'Gone' }, 'Gone'],
    ['the raw response as text', 'Bad Gateway', 'Bad Gateway'],
    ['the raw response as text, of other shapes', [1, 2], '[1,2]'],
    ['the network error message without a body', undefined, '400 Bad Request'],
    ['the network error message with an empty body', '', '400 Bad Request'],
  ])('shows %s', (_, body, shown) => {
    expect(describeFailure(answer(body), 'en')).toBe(shown)
  })

  it('shows the message of a network error or a timeout', () => {
    expect(describeFailure(new NetworkError('No connection'), 'en')).toBe('No connection')
    expect(describeFailure(new TimeoutError('Too long'), 'en')).toBe('Too long')
  })

  it('shows the text of a code that the app itself reports', () => {
    const full = Object.assign(new Error(''), { code: 'overloaded' })
    expect(describeFailure(full, 'es')).toBe('El servidor está ocupado. Vuelve a probar en breve')
  })

  it('shows that any other error was unexpected', async () => {
    expect(describeFailure(new TypeError('x is undefined'), 'en')).toBe('Unexpected error')
    expect(describeFailure(new NetworkError(''), 'en')).toBe('Unexpected error')
    expect(describeFailure(undefined, 'en')).toBe('Unexpected error')
    await activateLanguage('es')
    expect(describeFailure('thrown text', 'es')).toBe('Error inesperado')
  })
})

test('is used by every error toast for a thrown error', async () => {
  const src = join(import.meta.dirname, '../../../src')
  const files = (await readdir(src, { recursive: true })).filter((name) => /\.tsx?$/.test(name))
  const sources = await Promise.all(files.map(async (name) => [name, await readFile(join(src, name), 'utf8')] as const))
  const own = sources.filter(([, source]) => /toastError\(\s*(?:describe|error\b|String\()/.test(source))
  expect(own.map(([name]) => name)).toEqual([join('ui', 'feedback', 'toast-failure.ts')])
})
