import { helpCountries } from './help-lines.ts'

/** Time zones by country, with their former names: V8 still reports `America/Cordoba` and `America/Indianapolis`. */
const zones: Readonly<Record<string, string>> = {
  GB: 'Europe/London Europe/Belfast',
  IE: 'Europe/Dublin',
  ES: 'Europe/Madrid Atlantic/Canary Africa/Ceuta',
  FR: 'Europe/Paris',
  DE: 'Europe/Berlin Europe/Busingen',
  AT: 'Europe/Vienna',
  CH: 'Europe/Zurich',
  NL: 'Europe/Amsterdam',
  NZ: 'Pacific/Auckland Pacific/Chatham',
  CL: 'America/Santiago America/Punta_Arenas America/Coyhaique Pacific/Easter',
  CO: 'America/Bogota',
  AR: 'America/Buenos_Aires America/Catamarca America/Cordoba America/Jujuy America/Mendoza America/Rosario',
  MX: `America/Mexico_City America/Monterrey America/Tijuana America/Ensenada America/Santa_Isabel America/Cancun
    America/Merida America/Chihuahua America/Hermosillo America/Mazatlan America/Ciudad_Juarez America/Matamoros
    America/Ojinaga America/Bahia_Banderas`,
  CA: `America/Toronto America/Montreal America/Nipigon America/Thunder_Bay America/Vancouver America/Edmonton
    America/Yellowknife America/Winnipeg America/Rainy_River America/Halifax America/Glace_Bay America/Goose_Bay
    America/Regina America/Swift_Current America/St_Johns America/Moncton America/Whitehorse America/Dawson
    America/Dawson_Creek America/Fort_Nelson America/Creston America/Atikokan America/Coral_Harbour
    America/Blanc-Sablon America/Iqaluit America/Pangnirtung America/Inuvik America/Rankin_Inlet America/Resolute
    America/Cambridge_Bay`,
  US: `America/New_York America/Chicago America/Denver America/Shiprock America/Los_Angeles America/Phoenix
    America/Detroit America/Menominee America/Boise America/Indianapolis America/Fort_Wayne America/Knox_IN
    America/Louisville America/Anchorage America/Juneau America/Sitka America/Nome America/Yakutat
    America/Metlakatla America/Adak America/Atka Pacific/Honolulu Pacific/Johnston`,
}
const countries = new Map(
  Object.entries(zones).flatMap(([country, names]) => names.split(/\s+/).map((name) => [name, country] as const)),
)

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
  if (zone.startsWith('America/Argentina/')) return 'AR'
  if (/^America\/(?:Indiana|Kentucky|North_Dakota)\//.test(zone)) return 'US'
  return countries.get(zone)
}
