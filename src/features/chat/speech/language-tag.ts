/** Returns the user's regional tag of a language, from the browser's list: for example `es-MX` before `es-ES`. */
export function languageTag(language: string): string {
  const own = navigator.languages.find((tag) => tag.toLowerCase().startsWith(`${language}-`))
  return own ?? (language === 'es' ? 'es-ES' : 'en-US')
}
