import { describe, expect, test } from 'vitest'
import { isWorthTelling } from '#features/pwa/notifications/worth-notifying.ts'
import { parseNotified, parseWorkerMessage } from '#lib/service-worker/worker-messages.ts'
import { decideNotification, parsePayload, textExcerpt } from '../../../sw/push/answer-notification.ts'

const chatId = '0190a5c0-0000-7000-8000-000000000001'
const message = '0190a5c0-0000-7000-8000-000000000002'
const payload = { type: 'answer_ready' as const, account: 7, chat: chatId, message }
const hidden = { isLooking: false, isShown: false }
const elsewhere = { isLooking: true, isShown: false }
const shown = { isLooking: true, isShown: true }

describe('the payload of a push message', () => {
  test('contains ids only', () => expect(parsePayload(JSON.stringify({ ...payload, words: 'x' }))).toEqual(payload))
  test.each(['', 'null', '{}', '{"type":"answer_ready"}', JSON.stringify({ ...payload, chat: '../admin' })])(
    'is ignored when it is %j',
    (text) => expect(parsePayload(text)).toBeNull(),
  )
})

describe('the notification for a push message', () => {
  test.each([
    ['the answer, while no window is visible', payload, 7, hidden, 'answer'],
    ['the answer, while another screen is visible', payload, 7, elsewhere, 'answer'],
    ['nothing, while its chat is visible', payload, 7, shown, 'watched'],
    ['nothing private, for somebody else', payload, 8, hidden, 'generic'],
    ['nothing private, when nobody is signed in', payload, null, hidden, 'generic'],
    ['nothing private, for what cannot be read', null, 7, hidden, 'generic'],
    ['nothing, for somebody else while the app is visible', payload, 8, elsewhere, 'watched'],
  ] as const)('is %s', (_what, given, userId, seen, decision) => {
    expect(decideNotification(given, userId, seen)).toBe(decision)
  })
})

describe('the excerpt of an answer', () => {
  test('is plain text', () => {
    expect(textExcerpt('# A title\n\n- **One** `x`\n- [two](https://a.b)')).toBe('A title One x two')
  })
  test('ends between words', () => {
    const words = textExcerpt('word '.repeat(100))
    expect(words.length).toBeLessThanOrEqual(141)
    expect(words).toMatch(/word…$/)
  })
  test('is empty for an empty answer', () => expect(textExcerpt(' \n')).toBe(''))
})

test('a page accepts only known messages from the worker', () => {
  expect(parseWorkerMessage({ type: 'OPEN_CHAT', chat: chatId })).toEqual({ type: 'OPEN_CHAT', chat: chatId })
  expect(parseWorkerMessage({ type: 'OPEN_CHAT', chat: 'x' })).toBeNull()
  expect(parseWorkerMessage('SKIP_WAITING')).toBeNull()
  expect(parseNotified({ chat: chatId })).toBe(chatId)
  expect(parseNotified(null)).toBeNull()
})

test.each([
  ['a long answer', 20_000, null, true],
  ['a short one', 5_000, null, false],
  ['a short one during which the user left', 5_000, 96_000, true],
  ['a short one after the user was back', 5_000, 94_000, false],
])('%s leads to a notification: %s', (_what, tookMs, hiddenAt, expected) => {
  expect(isWorthTelling(tookMs, hiddenAt, 100_000)).toBe(expected)
})
