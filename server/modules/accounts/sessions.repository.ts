import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Database, SessionsTable } from '../../db/schema/schema.ts'

type Db = Kysely<Database>
export type SessionRow = Selectable<SessionsTable>

export async function insertSession(db: Db, values: Insertable<SessionsTable>): Promise<void> {
  await db.insertInto('sessions').values(values).execute()
}

/** A session that has neither expired nor ended at `now` (ISO 8601). */
export function findLiveSession(db: Db, id: string, now: string): Promise<SessionRow | undefined> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
}

/** Moves a session to the next generation; false when a concurrent request did so first, or the session has ended. */
export async function rotateSession(db: Db, session: SessionRow, now: string, expiresAt: string): Promise<boolean> {
  const changed = await db
    .updateTable('sessions')
    .set({
      generation: session.generation + 1,
      previous_rotated_at: session.rotated_at,
      rotated_at: now,
      last_used_at: now,
      expires_at: expiresAt,
    })
    .where('id', '=', session.id)
    .where('generation', '=', session.generation)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return changed.numUpdatedRows === 1n
}

/**
 * Adds the session by which a device goes on instead of `id`, with its push notifications; the caller ends the one
 * before. False when that has ended. Times in ISO 8601.
 */
export async function replaceSession(
  db: Db,
  id: string,
  { sessionId, generation }: { sessionId: string; generation: number },
  { now, expiresAt }: { now: string; expiresAt: string },
): Promise<boolean> {
  const before = await findLiveSession(db, id, now)
  if (before === undefined) return false
  const times = { rotated_at: now, previous_rotated_at: null, last_used_at: now, expires_at: expiresAt }
  await insertSession(db, { ...before, ...times, id: sessionId, generation })
  await db.updateTable('push_subscriptions').set({ session_id: sessionId }).where('session_id', '=', id).execute()
  return true
}

/** Ends a session and the push notifications of its device. */
export async function revokeSession(db: Db, id: string, now: string): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute()
  await db.deleteFrom('push_subscriptions').where('session_id', '=', id).execute()
}

/** A user's sessions that are valid at `now` (ISO 8601), the latest used first. */
export function listLiveSessions(db: Db, userId: number, now: string): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('last_used_at', 'desc')
    .orderBy('id')
    .execute()
}

/** Ends all sessions of a user except `except`, and the push notifications of their devices. `now` in ISO 8601. */
export async function revokeSessions(
  db: Db,
  userId: number,
  { except }: { except?: string },
  now: string,
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .$if(except !== undefined, (query) => query.where('id', '!=', except ?? ''))
    .execute()
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .$if(except !== undefined, (query) => query.where('session_id', '!=', except ?? ''))
    .execute()
}

export async function forgetExpiredSessions(db: Db, userId: number, now: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).where('expires_at', '<=', now).execute()
}
