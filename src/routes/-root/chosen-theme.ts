import { liveQuery } from 'dexie'
import { database } from '#offline/database.ts'
import { readDeviceSetting } from '#offline/device-settings.ts'
import { unlessBlocked } from '#offline/upgrade-blocked.ts'
import { applyTheme } from '#ui/theme.ts'

const read = () => readDeviceSetting(database(), 'theme')

/** Shows the theme that was chosen on this device. */
export async function showTheme(): Promise<void> {
  const theme = await unlessBlocked(read())
  if (theme) applyTheme(theme)
}

/** Shows what is chosen from now on, in this tab or another. Returns how to stop. */
export function followTheme(): () => void {
  const subscription = liveQuery(read).subscribe({ next: applyTheme, error: reportError })
  return () => subscription.unsubscribe()
}
