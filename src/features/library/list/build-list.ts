import type { DayGroup } from '#i18n/format.ts'
import type { ListedChat } from '#offline/chats/chat-listing.ts'
import { type ListView, NO_FOLDER } from '../list-view.ts'

/** Returns the chats of a status in a folder (NO_FOLDER: in none; null: in any) that have all of these tags. */
export function filterChats<C extends Pick<ListedChat, 'folder' | 'tags' | 'is_saved' | 'is_archived'>>(
  chats: readonly C[],
  { folder, tags, status }: Pick<ListView, 'folder' | 'tags' | 'status'>,
): readonly C[] {
  const wanted = folder === NO_FOLDER ? null : folder
  return chats.filter(
    (chat) =>
      (chat.is_archived === true) === (status === 'archived') &&
      (status !== 'saved' || chat.is_saved) &&
      (folder === null || chat.folder === wanted) &&
      tags.every((tag) => chat.tags.includes(tag)),
  )
}

export type ListRow<C> = { day: DayGroup | 'pinned' } | { chat: C }

/**
 * Groups chats in the order of the list: the pinned ones, then by the local day of their last message; empty groups are
 * left out. It searches for the boundaries between days instead of checking each of up to ten thousand chats.
 */
export function buildList<C extends Pick<ListedChat, 'last_message_at' | 'is_pinned'>>(
  listed: readonly C[],
  now: Date,
): ListRow<C>[] {
  const end = listed.findIndex(({ is_pinned }) => !is_pinned)
  const pinned = end < 0 ? listed : listed.slice(0, end)
  const chats = listed.slice(pinned.length)
  const today = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1)
  const first = firstBefore(chats, today)
  const second = firstBefore(chats, yesterday)
  const under = (day: DayGroup | 'pinned', part: readonly C[]): ListRow<C>[] =>
    part.length === 0 ? [] : [{ day }, ...part.map((chat) => ({ chat }))]
  return [
    ...under('pinned', pinned),
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
