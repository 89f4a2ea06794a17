import { liveQuery } from 'dexie'
import { within } from '#lib/timing/with-timeout.ts'
import { database } from '#offline/database/database.ts'
import { readDeviceSetting } from '#offline/database/device-settings.ts'
import { unlessBlocked } from '#offline/database/upgrade-blocked.ts'
import { applyTheme } from '#ui/theme/theme.ts'

/** The page does not wait longer for how it looks; what comes later is followed. */
const READ_WITHIN_MS = 1_000

const read = () => readDeviceSetting(database(), 'theme')

/** Shows the theme that was chosen on this device. */
export async function showTheme(): Promise<void> {
  const theme = await within(READ_WITHIN_MS, unlessBlocked(read()))
  if (theme) applyTheme(theme)
}

/** Shows what is chosen from now on, in this tab or another. Returns how to stop. */
export function followTheme(): () => void {
  const subscription = liveQuery(read).subscribe({ next: applyTheme, error: reportError })
  return () => subscription.unsubscribe()
}
