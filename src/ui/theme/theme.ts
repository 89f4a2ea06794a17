export type Theme = 'system' | 'light' | 'dark'

/** `--paper` as plain colours, because browser bars cannot read CSS variables. A test compares them. */
export const barColours = { light: '#fcfaf6', dark: '#10141b' } as const

/** Applies a theme; `system` follows the device. Nothing is stored here. */
export function applyTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  for (const shade of ['light', 'dark'] as const) {
    barMeta(shade).content = barColours[theme === 'system' ? shade : theme]
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
