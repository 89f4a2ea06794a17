import { MESSAGE_MAX } from '#contract/limits.ts'
import { database } from '#offline/database/database.ts'
import { unlessBlocked } from '#offline/database/upgrade-blocked.ts'
import { addToDraft } from '#offline/drafts/draft-stash.ts'
import { NEW_CHAT } from '#offline/drafts/drafts.ts'

/** The content shared by another app (the manifest's share target). */
export interface Shared {
  title?: string | undefined
  text?: string | undefined
  url?: string | undefined
}

/**
 * Appends shared content to the draft of a new chat; sharing the same content again adds nothing. Resolves with true
 * when it is on disk, with false while a database upgrade is blocked: it is then stored after the upgrade.
 */
export async function saveShared(userId: number, shared: Shared): Promise<boolean> {
  const adding = addToDraft(database(), userId, NEW_CHAT, joinShared(shared))
  return (await unlessBlocked(adding.then(() => true))) ?? false
}

/** Puts title, text and URL on separate lines; parts that repeat another part are left out. */
export function joinShared({ title = '', text = '', url = '' }: Shared): string {
  const parts = [title, text, url].map((part) => part.trim())
  const given = parts.filter(
    (part, at) => part !== '' && !parts.some((other, by) => by !== at && holds(other, part, by < at)),
  )
  return given.join('\n').slice(0, MESSAGE_MAX)
}

/** Whether `other` contains `part`; of two equal parts, only the first contains the second. */
function holds(other: string, part: string, isBefore: boolean): boolean {
  return other === part ? isBefore : other.includes(part)
}
