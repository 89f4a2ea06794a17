import { expect, test } from 'vitest'
import { isIosSafari } from '#features/pwa/install-state.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  ['Safari on an iPhone', `${iphone} Version/26.0 Mobile/15E148 Safari/604.1`, 5, true],
  ['Safari on an iPad, which calls itself a Mac', `${mac} Version/26.0 Safari/605.1.15`, 5, true],
  ['Safari on a Mac', `${mac} Version/26.0 Safari/605.1.15`, 0, false],
  ['Chrome on an iPhone', `${iphone} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, 5, false],
  ['a page inside of another app', `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]`, 5, false],
  [
    'a page inside of another app that looks like Safari',
    `${iphone} Version/26.0 Mobile/15E148 Safari/604.1 Instagram 300.0`,
    5,
    false,
  ],
])('%s', (_, userAgent, touchPoints, expected) => {
  expect(isIosSafari(userAgent, touchPoints)).toBe(expected)
})
