import type { DayGroup } from '#i18n/format.ts'
import type { ListedChat } from '#offline/chats/chat-listing.ts'
import { NO_FOLDER } from '../list-view.ts'

/** Returns the chats in a folder (NO_FOLDER: in none; null: in any) that have all of these tags. */
export function filterChats<C extends Pick<ListedChat, 'folder' | 'tags'>>(
  chats: readonly C[],
  { folder, tags }: { folder: string | null; tags: readonly string[] },
): readonly C[] {
  if (folder === null && tags.length === 0) return chats
  const wanted = folder === NO_FOLDER ? null : folder
  return chats.filter(
    (chat) => (folder === null || chat.folder === wanted) && tags.every((tag) => chat.tags.includes(tag)),
  )
}

export type ListRow<C> = { day: DayGroup } | { chat: C }

/**
 * Groups chats, newest first, by the local day of their last message; empty days are left out. It searches for the
 * boundaries between days instead of checking each of up to ten thousand chats.
 */
export function buildList<C extends { last_message_at: string }>(chats: readonly C[], now: Date): ListRow<C>[] {
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  const first = firstBefore(chats, today)
  const second = firstBefore(chats, yesterday)
  const under = (day: DayGroup, part: readonly C[]): ListRow<C>[] =>
    part.length === 0 ? [] : [{ day }, ...part.map((chat) => ({ chat }))]
  return [
    ...under('today', chats.slice(0, first)),
    ...under('yesterday', chats.slice(first, second)),
    ...under('older', chats.slice(second)),
  ]
}

function firstBefore(chats: readonly { last_message_at: string }[], moment: Date): number {
  let [low, high] = [0, chats.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (Date.parse(chats[middle]?.last_message_at ?? '') >= moment.getTime()) low = middle + 1
    else high = middle
  }
  return low
}
