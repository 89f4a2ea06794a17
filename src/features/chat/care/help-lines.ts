/** A line that people can call, for one country. `source`: the page of whoever runs it. */
export interface HelpLine {
  /** ISO 3166. */
  country: string
  /** In its own language. */
  name: string
  /** As people there write it. */
  number: string
  /** Where the line does not serve the whole country. */
  area?: string
  source: string
}

/**
 * When each number was last compared with public pages about it (of the operator itself for FR, NL, CH and CO; news and
 * lists of others for the rest). These were stored copies, not the live sources: whoever releases has to open those.
 */
export const COMPARED_ON = '2026-11-27'

/** The general address for all other countries, and for more lines of these. */
export const FIND_A_LINE = 'https://findahelpline.com'

/** Only well-known lines, national except where `area` is set: a wrong number is worse than a missing one. */
export const helpLines: readonly HelpLine[] = [
  { country: 'US', name: 'Suicide & Crisis Lifeline', number: '988', source: 'https://988lifeline.org' },
  { country: 'CA', name: 'Suicide Crisis Helpline', number: '988', source: 'https://988.ca' },
  { country: 'GB', name: 'Samaritans', number: '116 123', source: 'https://www.samaritans.org' },
  { country: 'IE', name: 'Samaritans', number: '116 123', source: 'https://www.samaritans.org/ireland/' },
  { country: 'AU', name: 'Lifeline', number: '13 11 14', source: 'https://www.lifeline.org.au' },
  { country: 'NZ', name: '1737, need to talk?', number: '1737', source: 'https://1737.org.nz' },
  {
    country: 'ES',
    name: 'Línea 024',
    number: '024',
    source: 'https://www.sanidad.gob.es/linea024/home.htm',
  },
  {
    country: 'MX',
    name: 'Línea de la Vida',
    number: '800 911 2000',
    source: 'https://www.gob.mx/salud/conadic/acciones-y-programas/linea-de-la-vida-62778',
  },
  {
    country: 'AR',
    name: 'Centro de Asistencia al Suicida',
    number: '135',
    area: 'Buenos Aires',
    source: 'https://www.asistenciaalsuicida.org.ar',
  },
  {
    country: 'AR',
    name: 'Centro de Asistencia al Suicida',
    number: '(011) 5275-1135',
    source: 'https://www.asistenciaalsuicida.org.ar',
  },
  { country: 'CL', name: 'Línea de prevención del suicidio', number: '*4141', source: 'https://www.minsal.cl' },
  { country: 'CO', name: 'Línea 106', number: '106', area: 'Bogotá', source: 'https://www.saludcapital.gov.co' },
  { country: 'FR', name: 'Numéro national de prévention du suicide', number: '3114', source: 'https://3114.fr' },
  { country: 'DE', name: 'TelefonSeelsorge', number: '0800 111 0 111', source: 'https://www.telefonseelsorge.de' },
  { country: 'AT', name: 'TelefonSeelsorge', number: '142', source: 'https://www.telefonseelsorge.at' },
  { country: 'CH', name: 'Die Dargebotene Hand', number: '143', source: 'https://www.143.ch' },
  { country: 'NL', name: '113 Zelfmoordpreventie', number: '113', source: 'https://www.113.nl' },
]

/** The emergency number of each country of the list. */
const emergencies: Readonly<Record<string, string>> = {
  US: '911',
  CA: '911',
  GB: '999',
  IE: '112',
  AU: '000',
  NZ: '111',
  ES: '112',
  MX: '911',
  AR: '911',
  CL: '131',
  CO: '123',
  FR: '112',
  DE: '112',
  AT: '112',
  CH: '112',
  NL: '112',
}

export const emergencyOf = (country: string): string | undefined => emergencies[country]

export const helpCountries: readonly string[] = [...new Set(helpLines.map(({ country }) => country))]
