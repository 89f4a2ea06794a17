/**
 * Parses a query string as plain text, `?type=access-denied`: other programs write such URLs too, so values are never
 * parsed as JSON. Of a repeated key the last value counts.
 */
export function parsePlainSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Writes a query string with its `?`, without values that are neither text nor number; empty when none is left. */
export function writePlainSearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number') params.set(key, String(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
