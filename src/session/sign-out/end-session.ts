import type { Grant } from '#api/token-source.ts'
import { closeNotifications } from '#lib/service-worker/close-notifications.ts'
import { clearPrivateCaches } from '#lib/service-worker/private-caches.ts'
import { forgetKept } from '../state/database-owner.ts'
import { adopt, currentState } from '../state/session-atom.ts'
import type { Session, SessionState } from '../state/session-state.ts'
import { follow } from '../state/watch-other-tabs.ts'
import { openRecord } from '../token-record/open-record.ts'

/**
 * Ends the session on this device: the record is fenced by a new generation and the person's rows go
 * in the same transaction. Signing out takes all of them; a refused refresh only the copies of what
 * the server has, so that drafts and unsent messages wait for the person. Returns whose session ended.
 */
export async function endSession(reason: 'signed-out' | 'refused', used?: Grant): Promise<Session | null> {
  const known = currentState()
  let ended: Session | null = null
  try {
    const [{ db, changeRecord }, { forgetCopies, wipeAccount }, { forgetLeaving }] = await Promise.all([
      openRecord(),
      import('#offline/database/wipe.ts'),
      import('#offline/drafts/unload-draft.ts'),
    ])
    const end = ({ session }: SessionState) => {
      if (used && session?.refresh !== used.refresh) return 'keep' as const
      ended = session
      return reason === 'refused' ? reason : null
    }
    const empty = async () => {
      const gone = new Set([known.session?.user.id, ended?.user.id])
      for (const account of gone) {
        if (account !== undefined) await (reason === 'refused' ? forgetCopies : wipeAccount)(db, account)
      }
    }
    const next = await changeRecord(db, known, end, empty)
    // Another tab or the worker ended it first: this one leaves as for any such end.
    if (used && ended === null) follow(next)
    else adopt(next)
    if (reason === 'signed-out') forgetLeaving()
  } catch (error) {
    // A broken database must not keep anyone signed in.
    adopt({ generation: known.generation + 1, session: null })
    throw error
  }
  if (currentState().session === null && reason === 'signed-out') forgetKept()
  if (currentState().session === null) await Promise.all([clearPrivateCaches(), closeNotifications()])
  return ended
}
