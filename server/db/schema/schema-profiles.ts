import type { Generated } from 'kysely'
import type { Fixed, Flag, Time } from './schema.ts'

/** How the companion treats a user; no row: as it began. */
export interface ChatProfilesTable {
  user_id: Fixed<number>
  preferred_name: string
  about: string
  tone: string
  memory_enabled: Flag
  voice: string | null
  show_scores: Flag
  show_reasoning: Flag
  enter_sends: Flag
  autoplay: Flag
  /** Null: never, the default. */
  unsaved_chats_days: 7 | 30 | 90 | null
  /** Never goes back; a change of a fact counts too. */
  updated_at: Time
}

/** Facts that a user wants remembered. */
export interface MemoriesTable {
  user_id: Fixed<number>
  id: Fixed<string>
  text: string
  created_at: Fixed<Time>
  updated_at: Time
}

/** What each answer has used. Outlives its message, so that deleting chats gives no tokens back. */
export interface UsageEntriesTable {
  user_id: Fixed<number>
  message_id: Fixed<string>
  at: Time
  /** Prompt and answer, as the model reports, or as they are estimated. */
  tokens: number
  searches: number
}

/** Volunteers who rate answers, one an address. */
export interface ValidatorsTable {
  id: Generated<number>
  user_id: Fixed<number>
  name: string
  /** Lower case; unique. */
  email: Fixed<string>
  created_at: Fixed<Time>
}
