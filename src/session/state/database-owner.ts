import * as v from 'valibot'
import { MIRROR_KEY } from './mirror-key.ts'

/* The id of the user whose session record the database holds: `kept` in `auth-storage`, beside the mirror's state and
   version. It is outside the database, so that it reveals the loss when the browser deletes only the database. */
const Stored = v.looseObject({ kept: v.optional(v.number()) })

/** Records that the database holds the session record of that user. */
export function markDatabaseOwner(userId: number): void {
  writeDatabaseOwner(userId)
}

/** Whether the database held that user's record when this was last recorded. */
export function hadDatabase(userId: number | undefined): boolean {
  return userId !== undefined && readStored()?.kept === userId
}

/** Clears the record after the user's data was deleted on request. */
export function forgetDatabaseOwner(): void {
  writeDatabaseOwner(undefined)
}

function readStored(): v.InferOutput<typeof Stored> | null {
  try {
    return v.parse(Stored, JSON.parse(localStorage.getItem(MIRROR_KEY) ?? 'null'))
  } catch {
    // Storage is blocked or its text is invalid: a data loss goes unnoticed, which has no other effect.
    return null
  }
}

function writeDatabaseOwner(owner: number | undefined): void {
  const stored = readStored()
  if (stored === null || stored.kept === owner) return
  try {
    localStorage.setItem(MIRROR_KEY, JSON.stringify({ ...stored, kept: owner }))
  } catch {
    // Storage is blocked: a data loss goes unnoticed.
  }
}
