import { beforeEach, expect, test } from 'vitest'
import { describeError, describeFailure, describeFieldMessage } from '#i18n/error-words.ts'
import { dayGroup, formatPercent, formatTime } from '#i18n/format.ts'
import { formatDate } from '#i18n/format-date.ts'
import { activateLanguage } from '#i18n/i18n.ts'

beforeEach(() => activateLanguage('en'))

class Failure extends Error {
  code: string
  fields: Record<string, string[]> | undefined
  constructor(message: string, code: string, fields?: Record<string, string[]>) {
    super(message)
    this.code = code
    this.fields = fields
  }
}

test('message keys become words in either language, and sentences stay as they are', () => {
  expect(describeFieldMessage('email_invalid', 'en')).toBe('Invalid email')
  expect(describeFieldMessage('email_invalid', 'es')).toBe('Correo no válido')
  expect(describeFieldMessage('Something the server said', 'es')).toBe('Something the server said')
  expect(describeError('limit_reached', 'es')).toBe('Has usado lo que incluye tu plan por ahora')
  expect(describeError('of_next_year', 'en')).toBeNull()
})

test("a failure is told by the server's field, then its message, then its code", () => {
  expect(describeFailure(new Failure('', 'bad_request', { email: ['email_taken'] }), 'en')).toBe(
    '[email]: An account with this email already exists',
  )
  expect(describeFailure(new Failure('Chat not found', 'not_found'), 'en')).toBe('Chat not found')
  expect(describeFailure(new Failure('', 'overloaded'), 'en')).toBe('The server is busy. Try again shortly')
})

test('a lost network is told as such, and anything unknown as unexpected', async () => {
  const lost = Object.assign(new Error('fetch failed'), { name: 'NetworkError' })
  expect(describeFailure(lost, 'en')).toBe('No connection. Check your network and try again')
  expect(describeFailure(new TypeError('x is undefined'), 'en')).toBe('Unexpected error')
  await activateLanguage('es')
  expect(describeFailure('odd', 'es')).toBe('Error inesperado')
})

test('dates, times and shares are written as each language does', () => {
  const moment = new Date(2026, 10, 21, 14, 5)
  expect(formatDate(moment, 'en')).toBe('Nov 21, 2026')
  expect(formatDate(moment, 'es')).toBe('21 nov 2026')
  expect(formatTime(moment, 'es')).toBe('14:05')
  expect(formatTime(moment, 'en')).toMatch(/^2:05\sPM$/)
  expect(formatPercent(0.62, 'en')).toBe('62%')
  expect(formatPercent(0.62, 'es')).toMatch(/^62\s%$/)
})

test('chats are grouped by calendar days, not by hours', () => {
  const justAfterMidnight = new Date(2026, 10, 21, 0, 5)
  expect(dayGroup(new Date(2026, 10, 21, 0, 1), justAfterMidnight)).toBe('today')
  expect(dayGroup(new Date(2026, 10, 20, 23, 59), justAfterMidnight)).toBe('yesterday')
  expect(dayGroup(new Date(2026, 10, 19, 23, 59), justAfterMidnight)).toBe('older')
  expect(dayGroup(new Date(2026, 10, 21, 9, 0), justAfterMidnight)).toBe('today')
})
