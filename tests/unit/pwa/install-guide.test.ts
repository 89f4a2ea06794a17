import { expect, test } from 'vitest'
import { installGuide } from '#features/pwa/install/install-guide.ts'

const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const oldIphone = iphone.replace('18_6', '16_3')
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const linux = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  ['Safari on an iPhone', `${iphone} Version/26.0 Mobile/15E148 Safari/604.1`, 5, 'ios-safari'],
  ['Safari on an old iPhone', `${oldIphone} Version/16.3 Mobile/15E148 Safari/604.1`, 5, 'ios-safari'],
  ['Safari on an iPad, which calls itself a Mac', `${mac} Version/26.0 Safari/605.1.15`, 5, 'ios-safari'],
  ['Chrome on an iPhone', `${iphone} CriOS/140.0.0.0 Mobile/15E148 Safari/604.1`, 5, 'ios-address'],
  ['Chrome on an iPad, which calls itself a Mac', `${mac} CriOS/140.0.0.0 Safari/604.1`, 5, 'ios-address'],
  ['Firefox on an iPhone', `${iphone} FxiOS/145.0 Mobile/15E148 Safari/605.1.15`, 5, 'ios-menu'],
  ['Edge on an iPhone', `${iphone} Version/18.0 EdgiOS/141.0.0.0 Mobile/15E148 Safari/604.1`, 5, 'ios-menu'],
  ['Chrome on an iPhone before iOS 16.4', `${oldIphone} CriOS/110.0.0.0 Mobile/15E148 Safari/604.1`, 5, null],
  ['Safari on a Mac', `${mac} Version/26.0 Safari/605.1.15`, 0, 'mac-safari'],
  ['Safari on a Mac before it had web apps', `${mac} Version/16.6 Safari/605.1.15`, 0, null],
  ['Chrome on a Mac', `${mac.replace('605.1.15', '537.36')} Chrome/142.0.0.0 Safari/537.36`, 0, null],
  ['Firefox on a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:145.0) Gecko/20100101 Firefox/145.0', 0, null],
  ['Firefox on Android', 'Mozilla/5.0 (Android 15; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0', 5, 'android-firefox'],
  [
    'Chrome on Android, which asks by itself',
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    5,
    null,
  ],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 0, null],
  ['GNOME Web', `${linux} Version/26.0 Safari/605.1.15`, 0, null],
  ['a page inside of another app', `${iphone} Mobile/15E148 [FBAN/FBIOS;FBAV/500.0]`, 5, null],
  [
    'a page inside of another app that looks like Safari',
    `${iphone} Version/26.0 Mobile/15E148 Safari/604.1 Instagram 300.0`,
    5,
    null,
  ],
] as const)('%s has the right installation steps, or none', (_, userAgent, maxTouchPoints, expected) => {
  expect(installGuide({ userAgent, maxTouchPoints })).toBe(expected)
})
