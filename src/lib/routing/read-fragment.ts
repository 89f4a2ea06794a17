import * as v from 'valibot'

const Token = v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096))), undefined)

/** Reads a one-time token from a URL's fragment, which no server receives and no log contains; undefined if missing. */
export function readFragment(hash: string, name: string): string | undefined {
  return v.parse(Token, new URLSearchParams(hash.replace(/^#/, '')).get(name) ?? undefined)
}
