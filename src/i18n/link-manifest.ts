import { type Language, languages } from './languages.ts'

/** Links the page to its language's manifest (named by scripts/build/web-manifest.ts), for an installation. */
export function linkManifest(language: Language): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  const href = language === languages[0] ? '/manifest.webmanifest' : `/manifest.${language}.webmanifest`
  // The browser loads the manifest again at each change of the attribute.
  if (link && link.getAttribute('href') !== href) link.setAttribute('href', href)
}
