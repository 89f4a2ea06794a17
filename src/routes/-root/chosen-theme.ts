import { liveQuery } from 'dexie'
import { within } from '#lib/within.ts'
import { database } from '#offline/database.ts'
import { readDeviceSetting } from '#offline/device-settings.ts'
import { unlessBlocked } from '#offline/upgrade-blocked.ts'
import { applyTheme } from '#ui/theme.ts'

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
