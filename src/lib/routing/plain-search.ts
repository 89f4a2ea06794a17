/**
 * Query strings as plain text, `?type=access-denied`: other programs write these addresses too, so a
 * value is never read as JSON. Of a repeated key the last one counts.
 */
export function parsePlainSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** Leaves out what is not text or a number; answers with the leading `?`, or nothing when empty. */
export function writePlainSearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams()
  for (const [key, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number') params.set(key, String(value))
  }
  const text = params.toString()
  return text === '' ? '' : `?${text}`
}
