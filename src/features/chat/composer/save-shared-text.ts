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

/** The order in which the parts get space: the URL of a page is useless when it is cut, so the text is the last. */
const names = ['url', 'title', 'text'] as const

/**
 * Appends shared content to the draft of a new chat; sharing the same content again adds nothing. Resolves when it is
 * on disk, with whether its text was cut; with undefined while a database upgrade is blocked: it is then stored after
 * the upgrade.
 */
export function saveShared(userId: number, shared: Shared): Promise<{ isCut: boolean } | undefined> {
  const { text, isCut } = joinShared(shared)
  return unlessBlocked(addToDraft(database(), userId, NEW_CHAT, text).then(() => ({ isCut })))
}

/** Joins the parts. If they are longer than a message together, the text is cut, never inside a surrogate pair. */
export function joinShared(shared: Shared): { text: string; isCut: boolean } {
  const whole = joinParts(shared)
  if (whole.length <= MESSAGE_MAX) return { text: whole, isCut: false }
  const { text = '' } = cutParts(shared)
  // A title or URL that the cut text contains is not repeated, so it needs no space.
  const unlessRepeated = (part = '') => (text.includes(part.trim()) ? '' : part)
  const needed = { ...shared, title: unlessRepeated(shared.title), url: unlessRepeated(shared.url) }
  return { text: joinParts(cutParts(needed)), isCut: true }
}

/** Cuts the parts to what a message can hold of them, each after the ones before it in `names`. */
function cutParts(shared: Shared): Shared {
  const fitting: Shared = {}
  let left = MESSAGE_MAX
  for (const name of names) {
    const part = (shared[name] ?? '').trim().slice(0, left)
    fitting[name] = part.replace(/[\uD800-\uDBFF]$/, '')
    // A line break follows each part.
    if (part !== '') left = Math.max(0, left - part.length - 1)
  }
  return fitting
}

/** Puts title, text and URL on separate lines; parts that repeat another part are left out. */
function joinParts({ title = '', text = '', url = '' }: Shared): string {
  const parts = [title, text, url].map((part) => part.trim())
  const given = parts.filter(
    (part, at) => part !== '' && !parts.some((other, by) => by !== at && holds(other, part, by < at)),
  )
  return given.join('\n')
}

/** Whether `other` contains `part`; of two equal parts, only the first contains the second. */
function holds(other: string, part: string, isBefore: boolean): boolean {
  return other === part ? isBefore : other.includes(part)
}
