import * as v from 'valibot'
import { MIRROR_KEY } from './local-storage-mirror.ts'

/*
 * Whose record this device's database holds: `kept` in `auth-storage`, beside state and version, because we add
 * no keys of our own to localStorage (decision 009). It outlives the database where the browser clears only that.
 */
const Stored = v.looseObject({ kept: v.optional(v.number()) })

/** Notes that the database holds the record of that person. */
export function markDatabaseOwner(userId: number): void {
  writeDatabaseOwner(userId)
}

/** Whether it was there the last time that this device knew. */
export function hadDatabase(userId: number | undefined): boolean {
  return userId !== undefined && readStored()?.kept === userId
}

/** Nothing of that person is kept here any more, as they wished. */
export function forgetDatabaseOwner(): void {
  writeDatabaseOwner(undefined)
}

function readStored(): v.InferOutput<typeof Stored> | null {
  try {
    return v.parse(Stored, JSON.parse(localStorage.getItem(MIRROR_KEY) ?? 'null'))
  } catch {
    // Blocked storage or foreign text: a loss goes unnoticed; nothing else depends on it.
    return null
  }
}

function writeDatabaseOwner(kept: number | undefined): void {
  const stored = readStored()
  if (stored === null || stored.kept === kept) return
  try {
    localStorage.setItem(MIRROR_KEY, JSON.stringify({ ...stored, kept }))
  } catch {
    // As above.
  }
}
