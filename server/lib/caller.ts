import type { Language } from '#contract/primitives.ts'

/** The signed-in caller, read from the database for this request. */
export interface Caller {
  id: number
  sessionId: string
  isAdmin: boolean
  isProvider: boolean
  /** May not write or buy. */
  isSuspended: boolean
  language: Language
  /** When the user last proved who they are in this session, in ISO 8601. */
  confirmedAt: string | null
}
