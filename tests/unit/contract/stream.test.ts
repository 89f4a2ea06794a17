import { expect, test } from 'vitest'
import { eventId, eventNumber } from '#contract/stream.ts'

test('the number of an event is read from its own id only, so that a resumed stream leaves out nothing', () => {
  const message = '0198c0de-0000-7000-8000-000000000001'
  expect(eventNumber(eventId(message, 12), message)).toBe(12)
  expect(eventNumber(eventId('another', 12), message)).toBe(0)
  for (const id of ['', message, `${message}:`, `${message}:1x`, `${message}:-1`, `${message}:1234567890`]) {
    expect(eventNumber(id, message), id).toBe(0)
  }
})
