import type { TokenSource } from '#api/token-source.ts'
import { endPageSession } from '../sign-out/end-page-session.ts'
import { openRecord } from '../token-record/open-record.ts'
import { currentState } from './session-atom.ts'
import { follow } from './watch-other-tabs.ts'

const toGrant = ({ session } = currentState()) =>
  session && { userId: session.user.id, access: session.access, refresh: session.refresh }

/** The page's tokens: read from memory, changed through the token record. */
export function createPageTokens(onRefused: () => void): TokenSource {
  return {
    read: async () => toGrant(),
    reread: async () => {
      const { db, reconcileRecord } = await openRecord()
      follow(await reconcileRecord(db, currentState()))
      return toGrant()
    },
    replace: async (used, next) => {
      const { db, replaceTokens } = await openRecord()
      follow(await replaceTokens(db, currentState(), used, next))
      const grant = toGrant()
      return grant?.userId === used.userId ? grant : null
    },
    refused: async (used) => {
      if (await endPageSession('refused', used)) onRefused()
    },
  }
}
