import type { Grant } from '#api/token-source.ts'
import { closeNotifications } from '#lib/service-worker/close-notifications.ts'
import { clearPrivateCaches } from '#lib/service-worker/private-caches.ts'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { forgetCopies, wipeUser } from '#offline/database/wipe.ts'
import { nobody, type Session, type SessionState } from '../state/session-state.ts'
import { changeRecord } from './token-record.ts'

/** The user has signed out, or the server has refused to refresh the tokens. */
export type EndReason = 'signed-out' | 'refused'

export interface EndSessionDeps {
  db: CompanionDatabase
  /** What this context knows besides the record, as for `changeRecord`; a worker knows nothing. */
  known?: SessionState
  /** The refused tokens: a newer session with other tokens is not ended. */
  used?: Grant | undefined
  /** Adopts the new state in this context; returns whether no user is signed in now. `ended` as it is returned. */
  settle?: (next: SessionState, ended: Session | null) => boolean
}

/**
 * Ends the session on this device: one transaction gives the record a new generation, which fences off late writes, and
 * deletes the user's rows. Signing out deletes all rows; a refused refresh only copies of server data, so that drafts
 * and unsent messages wait for the user. Then private caches and notifications are deleted. Returns the ended session;
 * null when it had ended before or was replaced. Throws database errors.
 */
export async function endSession(reason: EndReason, deps: EndSessionDeps): Promise<Session | null> {
  const { db, known = nobody, used, settle = (_, session) => session !== null } = deps
  let ended: Session | null = null
  const end = ({ session }: SessionState) => {
    if (used && session?.refresh !== used.refresh) return 'keep'
    ended = session
    return reason === 'refused' ? reason : null
  }
  const forget = reason === 'refused' ? forgetCopies : wipeUser
  const empty = async () => {
    for (const userId of new Set([known.session?.user.id, ended?.user.id])) {
      if (userId !== undefined) await forget(db, userId)
    }
  }
  const next = await changeRecord(db, known, end, empty)
  if (settle(next, ended)) await Promise.all([clearPrivateCaches(), closeNotifications()])
  return ended
}
