import { helpCountries } from './help-lines.ts'

/** Time zones by country; of large countries those in which most people live. */
const zones: Readonly<Record<string, string>> = {
  'Europe/London': 'GB',
  'Europe/Belfast': 'GB',
  'Europe/Dublin': 'IE',
  'Europe/Madrid': 'ES',
  'Atlantic/Canary': 'ES',
  'Africa/Ceuta': 'ES',
  'Europe/Paris': 'FR',
  'Europe/Berlin': 'DE',
  'Europe/Vienna': 'AT',
  'Europe/Zurich': 'CH',
  'Europe/Amsterdam': 'NL',
  'Pacific/Auckland': 'NZ',
  'America/Santiago': 'CL',
  'America/Bogota': 'CO',
}
const canada = /^America\/(?:Toronto|Montreal|Vancouver|Edmonton|Winnipeg|Halifax|Regina|St_Johns|Moncton)$/
const states =
  /^America\/(?:New_York|Chicago|Denver|Los_Angeles|Phoenix|Detroit|Anchorage|Boise|Indiana\/\w+)$|^Pacific\/Honolulu$/
const mexico = /^America\/(?:Mexico_City|Monterrey|Tijuana|Cancun|Merida|Chihuahua|Hermosillo|Mazatlan|Ciudad_Juarez)$/

/**
 * The country in which the device seems to be: by its time zone, else by the region of its languages; undefined for one
 * without a line in the list. The time zone comes first, because it follows a journey and American English is
 * everywhere.
 */
export function findCountry(
  zone: string = Intl.DateTimeFormat().resolvedOptions().timeZone,
  languages: readonly string[] = navigator.languages,
): string | undefined {
  const byZone = countryOfZone(zone)
  if (byZone !== undefined) return byZone
  // Other zones here are most likely in a country without a line; a language's region would name a wrong one.
  if (/^(?:Europe|Africa|Asia|America)\//.test(zone)) return undefined
  const regions = languages.map((tag) => /^[a-z]{2,3}-([A-Z]{2})\b/.exec(tag)?.[1])
  return regions.find((region) => region !== undefined && helpCountries.includes(region))
}

function countryOfZone(zone: string): string | undefined {
  if (zone.startsWith('Australia/')) return 'AU'
  if (/^America\/(?:Argentina\/\w+|Buenos_Aires)$/.test(zone)) return 'AR'
  if (canada.test(zone)) return 'CA'
  if (states.test(zone)) return 'US'
  if (mexico.test(zone)) return 'MX'
  return zones[zone]
}
