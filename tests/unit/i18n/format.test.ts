import { expect, test } from 'vitest'
import { formatAgo } from '#i18n/format-ago.ts'
import { formatBytes } from '#i18n/format-bytes.ts'

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [999, '999 bytes'],
  [312_400, '312 kB'],
  [4_240_000, '4.2 MB'],
  [250_000_000, '250 MB'],
  [1_500_000_000, '1.5 GB'],
])('%i bytes are formatted as %s', (bytes, words) => {
  expect(formatBytes(bytes, 'en').replace(/\s/g, ' ')).toBe(words)
})

test('bytes are formatted with a decimal comma in Spanish', () => {
  expect(formatBytes(4_240_000, 'es').replace(/\s/g, ' ')).toBe('4,2 MB')
})

const now = Date.UTC(2026, 10, 21, 12)

test.each([
  [20, 'now', 'ahora'],
  [-20, 'now', 'ahora'],
  [5 * 60, '5 minutes ago', 'hace 5 minutos'],
  [3 * 3600, '3 hours ago', 'hace 3 horas'],
  [30 * 3600, 'yesterday', 'ayer'],
])('%i seconds ago is formatted as "%s" and "%s"', (seconds, english, spanish) => {
  expect(formatAgo(now - seconds * 1000, now, 'en')).toBe(english)
  expect(formatAgo(now - seconds * 1000, now, 'es')).toBe(spanish)
})

test.each([
  [new Date(2026, 10, 20, 9), 'yesterday', 'ayer'],
  [new Date(2026, 10, 19, 11), '2 days ago', 'anteayer'],
  [new Date(2026, 10, 19, 9), '2 days ago', 'anteayer'],
  [new Date(2026, 10, 14, 23), '7 days ago', 'hace 7 días'],
])('a moment more than a day ago has the name of its calendar day (%s: "%s")', (moment, english, spanish) => {
  const morning = new Date(2026, 10, 21, 10).getTime()
  expect(formatAgo(moment.getTime(), morning, 'en')).toBe(english)
  expect(formatAgo(moment.getTime(), morning, 'es')).toBe(spanish)
})
