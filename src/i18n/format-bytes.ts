import type { Language } from './languages.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** Formats as "312 kB" or "4.2 MB" ("4,2 MB" in Spanish), in the largest unit with a value of at least 1. */
export function formatBytes(bytes: number, language: Language): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)))
  const value = bytes / 1000 ** power
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    // The short form of English has no plural: "23 byte".
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 1 && value < 100 ? 1 : 0,
  }).format(value)
}
