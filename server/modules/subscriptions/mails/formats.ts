import type { Language } from '#contract/primitives.ts'

/** 999 minor units as `$9.99`, `9,99 $` in Spanish. */
export const money = (minorUnits: number, currency: string, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(
    minorUnits / 100,
  )

/** `November 22, 2026` of a time in ISO 8601; the reader's time zone is unknown, so it is the day in UTC. */
export const day = (time: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(time))
