import { database } from '#offline/database/database.ts'
import { readDeviceSetting } from '#offline/database/device-settings.ts'
import { followQuery } from '#offline/database/following/follow-query.ts'
import { applyTheme, mirrorTheme, type Theme } from '#ui/theme/theme.ts'

/**
 * Applies the theme chosen on this device and its later changes, from this tab or another, and mirrors it for
 * src/before-paint.js. Returns the function that stops it.
 */
export function followTheme(): () => void {
  const next = (theme: Theme) => {
    applyTheme(theme)
    mirrorTheme(theme)
  }
  const subscription = followQuery(() => readDeviceSetting(database(), 'theme')).subscribe(next, reportError)
  return () => subscription.unsubscribe()
}
