import type { Generated } from 'kysely'
import type { ValidatorState } from '#contract/objects/admin/validator.ts'
import type { Fixed, Flag, Time } from './columns.ts'

/** How the companion treats a user; no row means the defaults. */
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
  /** Null, the default, means that unsaved chats never expire. */
  unsaved_chats_days: 7 | 30 | 90 | null
  /** The id of the model for chats that have chosen none; null: the server's default. */
  model: Generated<string | null>
  /** Never decreases; a change of a fact counts too. */
  updated_at: Time
}

/** Facts that the companion should remember of a user. */
export interface MemoriesTable {
  user_id: Fixed<number>
  id: Fixed<string>
  text: string
  created_at: Fixed<Time>
  updated_at: Time
}

/** The usage of each answer. The rows outlive their messages, so that deleting chats gives no tokens back. */
export interface UsageEntriesTable {
  user_id: Fixed<number>
  message_id: Fixed<string>
  at: Time
  /** Of prompt and answer, as the model reported them; estimated when it reported none. */
  tokens: number
  searches: number
  /** The model that used the tokens; null in rows from before models were recorded. */
  model: Generated<string | null>
  /** Tokens that an answer in a temporary chat reserves until it ends; those of other answers are in `generations`. */
  reserved: Generated<number>
}

/** The id of a fact that was removed: a request that arrives later does not store it again. */
export interface RemovedMemoriesTable {
  user_id: Fixed<number>
  id: Fixed<string>
  removed_at: Fixed<Time>
}

/** Volunteers who rate answers, one row for each email address of an account. */
export interface ValidatorsTable {
  id: Generated<number>
  user_id: Fixed<number>
  name: string
  /** In lower case; unique within an account. */
  email: string
  created_at: Fixed<Time>
  /** An account with an accepted row may rate exchanges. */
  state: Generated<ValidatorState>
  accepted_at: Time | null
}
