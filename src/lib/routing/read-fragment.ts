import * as v from 'valibot'

const Token = v.fallback(v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(4096))), undefined)

/** A one-time token from behind the `#` of an address, where no server and no log sees it; undefined without one. */
export function readFragment(hash: string, name: string): string | undefined {
  return v.parse(Token, new URLSearchParams(hash.replace(/^#/, '')).get(name) ?? undefined)
}
