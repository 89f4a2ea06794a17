import { type BrowserNames, isIos, isSafari, isWebKit } from '#lib/browser/detect-browser.ts'

/** The browsers in which the user installs the app by hand, each with its own steps. */
export type InstallGuide = 'ios-safari' | 'ios-address' | 'ios-menu' | 'mac-safari' | 'android-firefox'

/** From Safari 17 a site can be added to a Mac's Dock if macOS is recent too, which no browser reports. */
const MAC_SAFARI_MIN = 17
/** From iOS 16.4 browsers other than Safari can add a site to the home screen. */
const IOS_MIN = 16.4

/** Returns how to install the app by hand in this browser; null where impossible or offered by the browser. */
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

/** Whether the installed app has a storage separate from the browser's: true on all Apple systems. */
export const hasOwnStorage = (guide: InstallGuide): boolean => guide !== 'android-firefox'

/** An iPad that requests desktop pages reports no version. */
function isBelowIos(userAgent: string): boolean {
  const [, major, minor] = /OS (\d+)_(\d+)/.exec(/like Mac OS X/.test(userAgent) ? userAgent : '') ?? []
  return major !== undefined && Number(`${major}.${minor}`) < IOS_MIN
}
