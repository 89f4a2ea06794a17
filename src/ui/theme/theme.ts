export type Theme = 'system' | 'light' | 'dark'

/** `--paper` as plain colours, because browser bars cannot read CSS variables. A test compares them. */
export const barColours = { light: '#fcfaf6', dark: '#10141b' } as const

/** The localStorage key of the theme's mirror, which src/before-paint.js applies before the first paint. */
const THEME_KEY = 'companion:theme'

/** Applies a theme; `system` follows the device. Nothing is stored here. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  for (const shade of ['light', 'dark'] as const) {
    barMeta(shade).content = barColours[theme === 'system' ? shade : theme]
  }
}

/** Mirrors the theme of the database, which opens too late for the first paint; `system` needs no entry. */
export function mirrorTheme(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(THEME_KEY)
    else localStorage.setItem(THEME_KEY, theme)
  } catch {
    // Storage is blocked or full: the next page shows the device's theme until the database is open.
  }
}

/** Returns the meta element for one colour scheme of the device; index.html has one for each. */
function barMeta(shade: 'light' | 'dark'): HTMLMetaElement {
  const media = `(prefers-color-scheme: ${shade})`
  const known = document.querySelector<HTMLMetaElement>(`meta[name="theme-color"][media="${media}"]`)
  if (known) return known
  const meta = document.createElement('meta')
  meta.name = 'theme-color'
  meta.setAttribute('media', media)
  document.head.append(meta)
  return meta
}
