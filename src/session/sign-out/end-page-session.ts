import type { Grant } from '#api/token-source.ts'
import { forgetDatabaseOwner } from '../state/database-owner.ts'
import { adopt, currentState } from '../state/session-atom.ts'
import type { Session } from '../state/session-state.ts'
import { follow } from '../state/watch-other-tabs.ts'
import type { EndReason } from '../token-record/end-session.ts'
import { openRecord } from '../token-record/open-record.ts'

/**
 * `endSession` for a page: loads the database code and updates the page's state. Even if the database is broken, the
 * page is signed out; the error is thrown afterwards.
 */
export async function endPageSession(reason: EndReason, used?: Grant): Promise<Session | null> {
  const known = currentState()
  try {
    const [{ db }, { endSession }, { forgetLeaving }] = await Promise.all([
      openRecord(),
      import('../token-record/end-session.ts'),
      import('#offline/drafts/unload-draft.ts'),
    ])
    return await endSession(reason, {
      db,
      known,
      used,
      settle: (next, ended) => {
        // Another tab or the worker has ended or replaced the session first: `follow` calls listeners if it was ended.
        if (used && ended === null) follow(next)
        else adopt(next)
        const isOver = currentState().session === null
        if (reason === 'signed-out') {
          forgetLeaving()
          if (isOver) forgetDatabaseOwner()
        }
        return isOver
      },
    })
  } catch (error) {
    // A broken database must not prevent sign-out.
    adopt({ generation: known.generation + 1, session: null })
    throw error
  }
}
