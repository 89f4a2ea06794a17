import * as v from 'valibot'
import { MIRROR_KEY } from './mirror-key.ts'
import type { SessionState } from './session-state.ts'
import { parseStoredUser } from './stored-user.ts'

const Token = v.optional(v.nullable(v.string()), null)
const Mirror = v.object({
  state: v.object({ user: v.optional(v.unknown()), accessToken: Token, refreshToken: Token }),
  version: v.optional(v.number(), 0),
})
/** Keeps other fields of the same key (`database-owner.ts`). */
const Beside = v.fallback(v.looseObject({}), {})

/** Reads the mirror; null when it is missing or invalid. It may be older than the token record. */
export function readMirror(): SessionState | null {
  try {
    const { state, version } = v.parse(Mirror, JSON.parse(localStorage.getItem(MIRROR_KEY) ?? ''))
    const user = parseStoredUser(state.user)
    const { accessToken: access, refreshToken: refresh } = state
    return {
      generation: version,
      session: user && access && refresh ? { generation: version, user, access, refresh } : null,
    }
  } catch {
    // Blocked storage and invalid text count as no mirror; the token record decides.
    return null
  }
}

export function writeMirror({ generation, session }: SessionState): void {
  const { user = null, access: accessToken = null, refresh: refreshToken = null } = session ?? {}
  try {
    const stored = { ...beside(), state: { user, accessToken, refreshToken }, version: generation }
    localStorage.setItem(MIRROR_KEY, JSON.stringify(stored))
  } catch {
    // The browser refuses to store: the token record is authoritative anyway.
  }
}

function beside(): Record<string, unknown> {
  try {
    return v.parse(Beside, JSON.parse(localStorage.getItem(MIRROR_KEY) ?? '{}'))
  } catch {
    // Invalid text is overwritten.
    return {}
  }
}
