import { type Language, languages } from './languages.ts'

/** Links the page to the manifest in its language (scripts/build/web-manifest.ts names the files), for whoever installs it. */
export function linkManifest(language: Language): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="manifest"]')
  const href = language === languages[0] ? '/manifest.webmanifest' : `/manifest.${language}.webmanifest`
  // The browser reads it again with every change.
  if (link && link.getAttribute('href') !== href) link.setAttribute('href', href)
}
