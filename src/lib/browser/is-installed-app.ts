/** Whether this window belongs to the installed app (`display` and `display_override` of the manifest). */
export function isInstalledApp(): boolean {
  // Safari on iOS has this property instead.
  if ('standalone' in navigator && navigator.standalone === true) return true
  const modes = ['standalone', 'minimal-ui', 'fullscreen']
  return modes.some((mode) => window.matchMedia(`(display-mode: ${mode})`).matches)
}
