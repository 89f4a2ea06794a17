import { liveQuery } from 'dexie'
import { within } from '#lib/timing/with-timeout.ts'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting } from '#offline/database/device-settings.ts'
import { unlessBlocked } from '#offline/database/upgrade-blocked.ts'
import { applyTheme } from '#ui/theme/theme.ts'

/** The page is rendered after this time at the latest; a theme that is read later is applied then. */
const READ_WITHIN_MS = 1_000

const read = () => readDeviceSetting(database(), 'theme')

/** Applies the theme chosen on this device. */
export async function showTheme(): Promise<void> {
  const theme = await within(READ_WITHIN_MS, unlessBlocked(read()))
  if (theme) applyTheme(theme)
}

/** Applies later changes of the theme, from this tab or another. Returns the function that stops it. */
export function followTheme(): () => void {
  const subscription = liveQuery(read).subscribe({ next: applyTheme, error: reportError })
  return () => subscription.unsubscribe()
}
