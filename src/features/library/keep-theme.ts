import * as v from 'valibot'
import { database } from '#offline/database.ts'
import { applyTheme, type Theme } from '#ui/theme.ts'

const KEY = 'theme'
const Stored = v.object({ value: v.picklist(['system', 'light', 'dark']) })

/** The person's choice on this device; `system` when there is none. Live inside `useLiveQuery`. */
export async function readTheme(): Promise<Theme> {
  const stored = v.safeParse(Stored, await database().device.get(KEY))
  return stored.success ? stored.output.value : 'system'
}

/** Shows a theme and remembers it on this device. */
export async function chooseTheme(theme: Theme): Promise<void> {
  applyTheme(theme)
  await database().device.put({ key: KEY, value: theme })
}
