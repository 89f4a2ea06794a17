export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS

/** A time in milliseconds since 1970 as ISO 8601 in UTC, the form in which all times are stored and sent. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()
