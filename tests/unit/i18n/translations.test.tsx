import { beforeEach, expect, test, vi } from 'vitest'
import { describeError, describeFieldMessage } from '#i18n/describe-error.ts'
import { dayGroup, formatDay, formatPercent, formatTime } from '#i18n/format.ts'
import { formatDate } from '#i18n/format-date.ts'
import { activateLanguage } from '#i18n/i18n.ts'
import { languages } from '#i18n/languages.ts'

beforeEach(() => activateLanguage('en'))

test('message keys are translated into both languages, and other texts stay unchanged', () => {
  expect(describeFieldMessage('email_invalid', 'en')).toBe('Invalid email')
  expect(describeFieldMessage('email_invalid', 'es')).toBe('Correo no válido')
  expect(describeFieldMessage('Something the server said', 'es')).toBe('Something the server said')
  expect(describeError('limit_reached', 'es')).toBe('Has usado lo que incluye tu plan por ahora')
  expect(describeError('of_next_year', 'en')).toBeNull()
})

test('dates, times and percentages are formatted by locale', () => {
  const moment = new Date(2026, 10, 21, 14, 5)
  expect(formatDate(moment, 'en')).toBe('Nov 21, 2026')
  expect(formatDate(moment, 'es')).toBe('21 nov 2026')
  expect(formatTime(moment, 'es')).toBe('14:05')
  expect(formatTime(moment, 'en')).toMatch(/^2:05\sPM$/)
  expect(formatPercent(0.62, 'en')).toBe('62%')
  expect(formatPercent(0.62, 'es')).toMatch(/^62\s%$/)
})

test('times and days are formatted like Intl does, without creating a formatter', () => {
  const now = new Date(2026, 5, 1)
  const moments = [2025, 2026].flatMap((year) =>
    Array.from({ length: 48 }, (_, index) => new Date(year, index % 12, 1 + (index % 28), index % 24, index)),
  )
  const written = (day: (moment: Date, isThisYear: boolean) => string, time: (moment: Date) => string) =>
    moments.map((moment) => [day(moment, moment.getFullYear() === 2026), time(moment)])
  for (const language of languages) {
    const day = { day: 'numeric', month: 'short' } as const
    const byIntl = written(
      (moment, isThisYear) => moment.toLocaleDateString(language, isThisYear ? day : { ...day, year: 'numeric' }),
      (moment) => moment.toLocaleTimeString(language, { hour: 'numeric', minute: '2-digit' }),
    )
    const made = vi.spyOn(Intl, 'DateTimeFormat')
    const byHand = written(
      (moment) => formatDay(moment, language, now),
      (moment) => formatTime(moment, language),
    )
    expect(made).not.toHaveBeenCalled()
    made.mockRestore()
    expect(byHand).toEqual(byIntl)
  }
  expect(() => formatTime('', 'en')).toThrow(RangeError)
  expect(() => formatDay('', 'es')).toThrow(RangeError)
})

test.each(['en', 'en-US', 'en-AU', 'en-IN', 'en-GB', 'en-IE', 'en-ZA', 'en-GB-oxendict', 'de-DE'])(
  'the clock of an English page follows the region of a device in %s',
  (tag) => {
    const device = vi.spyOn(navigator, 'language', 'get').mockReturnValue(tag)
    const { hourCycle } = new Intl.DateTimeFormat(tag, { hour: 'numeric' }).resolvedOptions()
    const isTwelve = hourCycle === 'h12'
    for (const [hour, twelve, twentyFour] of [
      [0, '12:05 AM', '00:05'],
      [9, '9:05 AM', '09:05'],
      [12, '12:05 PM', '12:05'],
      [14, '2:05 PM', '14:05'],
    ] as const) {
      expect(formatTime(new Date(2026, 10, 21, hour, 5), 'en')).toBe(isTwelve ? twelve : twentyFour)
    }
    device.mockRestore()
  },
)

test.each(['en', 'en-US', 'en-CA', 'en-PH', 'en-AU', 'en-IN', 'en-GB', 'en-IE', 'en-ZA', 'en-GB-oxendict'])(
  'the dates of an English page have the order of the region of a device in %s',
  (tag) => {
    const device = vi.spyOn(navigator, 'language', 'get').mockReturnValue(tag)
    const moment = new Date(2026, 10, 21)
    const day = { day: 'numeric', month: 'short' } as const
    expect(formatDay(moment, 'en', moment)).toBe(moment.toLocaleDateString(tag, day))
    expect(formatDate(moment, 'en')).toBe(moment.toLocaleDateString(tag, { ...day, year: 'numeric' }))
    device.mockRestore()
  },
)

test('a device in another language gives an English page the order of its region, and Spanish has the day first', () => {
  const moment = new Date(2026, 10, 21)
  const device = vi.spyOn(navigator, 'language', 'get')
  for (const [tag, english] of [
    ['es-ES', '21 Nov 2026'],
    ['es', '21 Nov 2026'],
    ['es-US', 'Nov 21, 2026'],
  ] as const) {
    device.mockReturnValue(tag)
    expect(formatDate(moment, 'en')).toBe(english)
    expect(formatDate(moment, 'es')).toBe('21 nov 2026')
  }
  device.mockRestore()
})

test('chats are grouped by calendar day, not by 24 hours', () => {
  const justAfterMidnight = new Date(2026, 10, 21, 0, 5)
  expect(dayGroup(new Date(2026, 10, 21, 0, 1), justAfterMidnight)).toBe('today')
  expect(dayGroup(new Date(2026, 10, 20, 23, 59), justAfterMidnight)).toBe('yesterday')
  expect(dayGroup(new Date(2026, 10, 19, 23, 59), justAfterMidnight)).toBe('older')
  expect(dayGroup(new Date(2026, 10, 21, 9, 0), justAfterMidnight)).toBe('today')
})
