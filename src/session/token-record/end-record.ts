import type { Grant } from '#api/token-source.ts'
import { closeNotifications } from '#lib/service-worker/close-notifications.ts'
import { clearPrivateCaches } from '#lib/service-worker/private-caches.ts'
import type { CompanionDatabase } from '#offline/database/database.ts'
import { forgetCopies } from '#offline/database/wipe.ts'
import { nobody } from '../state/session-state.ts'
import { changeRecord } from './token-record.ts'

/**
 * Ends the session of a refused refresh where there is no page (the worker), as `endSession('refused')` does
 * in one: drafts and unsent messages stay for their person. Does nothing when another session has begun.
 */
export async function endRecord(db: CompanionDatabase, used: Grant): Promise<void> {
  let ended = false
  const end = ({ session }: { session: { refresh: string } | null }) => {
    if (session?.refresh !== used.refresh) return 'keep' as const
    ended = true
    return 'refused' as const
  }
  await changeRecord(db, nobody, end, () => forgetCopies(db, used.account))
  if (ended) await Promise.all([clearPrivateCaches(), closeNotifications()])
}
