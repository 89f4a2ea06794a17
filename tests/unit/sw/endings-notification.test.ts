import { expect, test } from 'vitest'
import { endingsText, parseEndings } from '../../../sw/push/endings-notification.ts'

const payload = { type: 'chats_ending', account: 7, chats: 3 } as const

test('only a message that chats end soon is read as one, and only their number is taken from it', () => {
  expect(parseEndings(JSON.stringify({ ...payload, titles: ['x'] }))).toEqual(payload)
  for (const text of ['', '{', JSON.stringify({ type: 'answer_ready', account: 7 })])
    expect(parseEndings(text)).toBeNull()
})

test('its text names the number in the language of the signed-in user, and no number to another', () => {
  expect(endingsText(payload, 7, 'en')).toMatch(/^3 unsaved chats end within a week/)
  expect(endingsText({ ...payload, chats: 1 }, 7, 'es')).toMatch(/^Un chat sin guardar termina/)
  expect(endingsText(payload, 8, 'en')).toBe('Unsaved chats end within a week')
  expect(endingsText(payload, null, 'es')).not.toContain('3')
})
