import type { ClientErrorInput } from '#contract/objects/client-error.ts'
import type { Fixed } from './schema.ts'

/** The words by which an admin finds a user; kept by `server/db/search/user-index.ts`. */
export interface UserTokensTable {
  word: Fixed<string>
  user_id: Fixed<number>
}

/** Errors that browsers reported on one day, equal ones in one row; they name no user. */
export interface ClientErrorsTable {
  /** In UTC, `2026-11-21`. */
  day: Fixed<string>
  source: Fixed<ClientErrorInput['source']>
  code: Fixed<string>
  build: Fixed<string>
  engine: Fixed<string>
  route: Fixed<string>
  count: number
}

/** What was counted of a day once it was over: later deletions do not change what was. */
export interface DailyMetricsTable {
  /** In UTC, `2026-11-21`. */
  day: Fixed<string>
  active: Fixed<number>
  new_people: Fixed<number>
  answers: Fixed<number>
}
