import type { Grant } from '#api/token-source.ts'
import { closeNotifications } from '#lib/service-worker/close-notifications.ts'
import { clearPrivateCaches } from '#lib/service-worker/private-caches.ts'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { forgetCopies, wipeUser } from '#offline/database/wipe.ts'
import { nobody, type Session, type SessionState } from '../state/session-state.ts'
import { changeRecord } from './token-record.ts'

/** The user asked for it, or the server refused to refresh the tokens. */
export type EndReason = 'signed-out' | 'refused'

export interface EndSessionDeps {
  db: CompanionDatabase
  /** What this context knows beside the record, as `changeRecord` has it; a worker knows nothing. */
  known?: SessionState
  /** The tokens that were refused: a session with others, which has begun since, goes on. */
  used?: Grant | undefined
  /** Takes over the new state in this context; returns whether nobody is signed in here now. `ended` as it is returned. */
  settle?: (next: SessionState, ended: Session | null) => boolean
}

/**
 * Ends the session on this device: the record is fenced by a new generation and the user's rows go in the same
 * transaction. Signing out takes all of them; a refused refresh only the copies of what the server has, so that drafts
 * and unsent messages wait for their user. Then private caches and notifications go. Returns whose session ended; null
 * when none has: it had ended before, or is another one by now. Throws what the database throws.
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
