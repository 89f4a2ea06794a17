export const DAY_MS = 86_400_000

/** A time in milliseconds since 1970 as ISO 8601 in UTC, the form in which all times are stored and sent. */
export const isoTime = (ms: number): string => new Date(ms).toISOString()
