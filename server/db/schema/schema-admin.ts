import type { ClientErrorInput } from '#contract/objects/client-error.ts'
import type { Fixed, Time } from './columns.ts'

/** Tokens by which an admin finds a user; written by `server/db/search/user-index.ts`. */
export interface UserTokensTable {
  word: Fixed<string>
  user_id: Fixed<number>
}

/** Errors that browsers reported on one day, equal ones in one row; the rows hold no user ids. */
export interface ClientErrorsTable {
  /** A UTC date, `2026-11-21`. */
  day: Fixed<string>
  source: Fixed<ClientErrorInput['source']>
  code: Fixed<string>
  build: Fixed<string>
  engine: Fixed<string>
  route: Fixed<string>
  count: number
}

/** The metrics of a past day, stored once: later deletions do not change them. */
export interface DailyMetricsTable {
  /** A UTC date, `2026-11-21`. */
  day: Fixed<string>
  active: Fixed<number>
  new_people: Fixed<number>
  answers: Fixed<number>
}

/** The models that an admin has switched off, by the ids of the settings. */
export interface DisabledModelsTable {
  model: Fixed<string>
  disabled_at: Fixed<Time>
}
