import { type BrowserNames, isIos, isSafari, isWebKit } from '#lib/browser/detect-browser.ts'

/** Browsers in which the person installs the app by hand, by the way to do it. */
export type InstallGuide = 'ios-safari' | 'ios-address' | 'ios-menu' | 'mac-safari' | 'android-firefox'

/** Since Safari 17 the Mac can add a site to its Dock, where macOS is new enough too, which no browser says. */
const MAC_SAFARI_MIN = 17
/** Since iOS 16.4 other browsers than Safari can add to the home screen. */
const IOS_MIN = 16.4

/** How the app is installed by hand in this browser; null where it cannot be, or where the browser asks by itself. */
export function installGuide(names: BrowserNames): InstallGuide | null {
  const { userAgent } = names
  const safari = isSafari(names)
  if (!isIos(names)) {
    const version = Number(/Version\/(\d+)/.exec(userAgent)?.[1])
    if (safari) return version >= MAC_SAFARI_MIN ? 'mac-safari' : null
    const isFirefox = /Android.*Firefox\//.test(userAgent) && !/Focus|Klar/.test(userAgent)
    return isFirefox ? 'android-firefox' : null
  }
  if (safari) return 'ios-safari'
  if (!isWebKit(names) || isBelowIos(userAgent)) return null
  if (/CriOS\//.test(userAgent)) return 'ios-address'
  return /(?:FxiOS|EdgiOS)\//.test(userAgent) ? 'ios-menu' : null
}

/** Whether the installed app has a storage apart from this browser's: so on all systems of Apple. */
export const hasOwnStorage = (guide: InstallGuide): boolean => guide !== 'android-firefox'

/** An iPad that asks for pages as a Mac does says no version. */
function isBelowIos(userAgent: string): boolean {
  const [, major, minor] = /OS (\d+)_(\d+)/.exec(/like Mac OS X/.test(userAgent) ? userAgent : '') ?? []
  return major !== undefined && Number(`${major}.${minor}`) < IOS_MIN
}
