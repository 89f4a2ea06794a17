import { MESSAGE_MAX } from '#contract/limits.ts'
import { database } from '#offline/database/database.ts'
import { unlessBlocked } from '#offline/database/upgrade-blocked.ts'
import { addToDraft } from '#offline/drafts/draft-stash.ts'
import { NEW_CHAT } from '#offline/drafts/drafts.ts'

/** What another app hands over (the manifest's share target). */
export interface Shared {
  title?: string | undefined
  text?: string | undefined
  url?: string | undefined
}

/**
 * Adds what was shared to the draft of a new chat; the same again adds nothing. On disk when the promise resolves with
 * true; with false while an upgrade of the database is held up: then it is added once that goes on.
 */
export async function saveShared(userId: number, shared: Shared): Promise<boolean> {
  const adding = addToDraft(database(), userId, NEW_CHAT, joinShared(shared))
  return (await unlessBlocked(adding.then(() => true))) ?? false
}

/** Title, text and address in lines of their own; apps repeat one in the other. */
export function joinShared({ title = '', text = '', url = '' }: Shared): string {
  const parts = [title, text, url].map((part) => part.trim())
  const given = parts.filter(
    (part, at) => part !== '' && !parts.some((other, by) => by !== at && holds(other, part, by < at)),
  )
  return given.join('\n').slice(0, MESSAGE_MAX)
}

/** Of two equal parts the first stays. */
function holds(other: string, part: string, isBefore: boolean): boolean {
  return other === part ? isBefore : other.includes(part)
}
